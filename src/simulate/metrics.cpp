#include "simulate/metrics.hpp"

#include <cmath>
#include <limits>

#include "dynamics/degrees.hpp"
#include "dynamics/elementary.hpp"

namespace montecopter {

std::array<double, metrics.size()> compute_metrics(const LaneIo& flown, double step_s) {
  const FlightExtremes& e = flown.extremes;
  double final_error2 = 0.0;
  for (int k = 2; k >= 0; --k) {
    const double d = flown.final_state[k] - flown.initial_state[k];
    final_error2 = std::fma(d, d, final_error2);
  }
  // sin(tilt / 2)^2 = qx^2 + qy^2 for a unit quaternion; rounding may carry it past 1.
  const double s2 = e.sine_half_tilt2 < 1.0 ? e.sine_half_tilt2 : 1.0;
  const double tilt_rad = 2.0 * atan2(std::sqrt(s2), std::sqrt(1.0 - s2));
  constexpr double degrees_per_rad = 0x1.ca5dc1a63c1f8p+5;
  return {std::sqrt(final_error2), std::sqrt(e.position_error2),
          std::sqrt(e.speed2),     tilt_rad * degrees_per_rad,
          std::sqrt(e.rate2),
          0.0 - e.lowest_z,  // never -0
          0.0 - e.highest_z,       static_cast<double>(flown.steps_flown) * step_s};
}

std::array<double, tracking_metrics.size()> compute_tracking_metrics(const LaneIo& flown) {
  const TrackingSums& t = flown.tracking;
  const auto rms = [&](double sum) { return std::sqrt(sum / t.looks); };
  return {rms(t.position2),
          std::sqrt(t.most_position2),
          rms(t.velocity2),
          std::sqrt(t.most_velocity2),
          to_degrees(rms(t.heading2)),
          to_degrees(std::sqrt(t.most_heading2)),
          t.saturated / t.looks};
}

std::array<double, step_metrics.size()> compute_step_metrics(const LaneIo& flown,
                                                             double look_period_s) {
  const StepResponse& r = flown.step_response;
  if (!(r.last_s > r.step_s)) return {stored_nan, stored_nan, stored_nan, stored_nan};
  const auto since_step = [&](double last_outside_s) {
    return last_outside_s < 0 ? 0.0 : last_outside_s + look_period_s - r.step_s;
  };
  double error2 = 0.0;
  for (const double e : r.end_error) error2 = std::fma(e, e, error2);
  return {r.nine_tenths_s < not_yet_s ? r.nine_tenths_s - r.tenth_s : stored_nan,
          r.most_progress > 1.0 ? r.most_progress - 1.0 : 0.0,
          r.unsettled_s < r.last_s ? since_step(r.unsettled_s) : stored_nan, std::sqrt(error2)};
}

namespace {

/// Of a covariance that has lost its sign to rounding there is none.
double known_square(double x) { return std::isfinite(x) && x >= 0.0 ? x : stored_nan; }

/// Missing if nothing was read. The error of an estimate that is no number is infinite.
double rms(double sum, double count) {
  if (!(count > 0.0)) return stored_nan;
  const double x = std::sqrt(sum / count);
  return x == x ? x : std::numeric_limits<double>::infinity();
}

}  // namespace

std::array<double, estimation_metrics.size() + consistency_metrics.size()>
compute_estimation_metrics(const LaneIo& flown) {
  const EstimationSums& e = flown.estimation;
  const double nis = e.innovation_squares / e.innovations;
  return {rms(e.position2, e.count), rms(e.velocity2, e.count),
          to_degrees(rms(e.attitude2, e.count)), e.count > 0 ? known_square(e.nees) : stored_nan,
          std::isfinite(nis) ? nis : stored_nan};
}

std::array<double, wind_metrics.size()> compute_wind_metrics(const LaneIo& flown) {
  const EstimationSums& e = flown.estimation;
  return {rms(e.wind2, e.wind_count), e.wind_count > 0 ? known_square(e.wind_nees) : stored_nan};
}

}  // namespace montecopter
