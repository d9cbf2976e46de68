#pragma once
/// Metrics of flights with an estimator: its errors at the times of its readings, and whether they
/// are consistent with its covariance (Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with
/// Applications to Tracking and Navigation, 2001, section 5.4: NEES and NIS).

#include <array>
#include <cmath>
#include <limits>

#include "core/numerics/degrees.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/outcome.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// NaN if nothing was read. The error of an estimate that is not a number is infinite.
inline double rms_error(double sum, double count) {
  if (!(count > 0.0)) return stored_nan;
  const double x = std::sqrt(sum / count);
  return x == x ? x : std::numeric_limits<double>::infinity();
}

/// NaN if nothing was read, or if the covariance is no longer positive definite through rounding.
inline double known_square(double x, double count) {
  return count > 0 && std::isfinite(x) && x >= 0.0 ? x : stored_nan;
}

inline double mean_nis(const FlownSample& f) {
  const double nis = f.totals.estimation.innovation_squares / f.totals.estimation.innovations;
  return std::isfinite(nis) ? nis : stored_nan;
}

inline constexpr auto estimation_metrics = std::to_array<FlightMetric>({
    {{"rms_position_estimation_error_m", "m", "root mean square error of the estimated position",
      "the estimator received no reading"},
     [](const FlownSample& f) {
       return rms_error(f.totals.estimation.position2, f.totals.estimation.count);
     }},
    {{"rms_velocity_estimation_error_m_s", "m s-1",
      "root mean square error of the estimated velocity", "the estimator received no reading"},
     [](const FlownSample& f) {
       return rms_error(f.totals.estimation.velocity2, f.totals.estimation.count);
     }},
    {{"rms_attitude_estimation_error_deg", "degree",
      "root mean square angle between true and estimated attitude",
      "the estimator received no reading"},
     [](const FlownSample& f) {
       return to_degrees(rms_error(f.totals.estimation.attitude2, f.totals.estimation.count));
     }},
});

inline constexpr MetricGroup estimation_group = {
    "with an estimator", [](const Scenario& s) { return s.estimator.has_value(); },
    estimation_metrics};

/// Metrics of an estimator that has a covariance.
inline constexpr auto consistency_metrics = std::to_array<FlightMetric>({
    {{"final_nees", "1",
      "normalised estimation error squared of the 15 states at the last reading; expected: 15",
      "the estimator received no reading, or the covariance is no longer positive definite through "
      "rounding"},
     [](const FlownSample& f) {
       return known_square(f.totals.estimation.nees, f.totals.estimation.count);
     }},
    {{"mean_nis", "1", "mean normalised innovation squared per scalar measurement; expected: 1",
      "no reading was fused, or the covariance is no longer positive definite through rounding"},
     mean_nis},
});

inline constexpr MetricGroup consistency_group = {
    "with an estimator that has a covariance",
    [](const Scenario& s) { return s.estimator && has_covariance(*s.estimator); },
    consistency_metrics};

/// Metrics of an estimator of the wind: at the readings of the accelerometer.
inline constexpr auto wind_metrics = std::to_array<FlightMetric>({
    {{"rms_wind_estimation_error_m_s", "m s-1",
      "root mean square error of the estimated wind along north and east",
      "the estimator received no reading"},
     [](const FlownSample& f) {
       return rms_error(f.totals.estimation.wind2, f.totals.estimation.wind_count);
     }},
    {{"final_wind_nees", "1",
      "normalised estimation error squared of the wind at the last reading; expected: 2",
      "the estimator received no reading, or the covariance is no longer positive definite through "
      "rounding"},
     [](const FlownSample& f) {
       return known_square(f.totals.estimation.wind_nees, f.totals.estimation.wind_count);
     }},
});

inline constexpr MetricGroup wind_group = {
    "with an estimator of the wind",
    [](const Scenario& s) { return s.estimator && sensors_of(*s.estimator).wind; }, wind_metrics};

}  // namespace montecopter
