#pragma once
/// The words of a result that the stages share: what is computed of each flight, and what of all of
/// them. No physics, and nothing that the kernels need: that is in outcome.hpp.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "plan/outcome.hpp"

namespace montecopter {

/// Per-sample number computed from the whole flight.
struct Metric {
  std::string_view name;  ///< with its unit as suffix
  std::string_view unit;
  std::string_view long_name;
  std::string_view missing = {};  ///< when it is NaN although the flight is ok; empty: never
};

/// In the order of the metric columns; simulate/metrics.hpp computes them in the same order.
inline constexpr std::array<Metric, 8> metrics = {{
    {"final_position_error_m", "m", "distance from the start at the end"},
    {"max_position_error_m", "m", "largest distance from the start"},
    {"max_speed_m_s", "m s-1", "largest speed over the ground"},
    {"max_tilt_deg", "degree", "largest angle between body z and world z"},
    {"max_body_rate_rad_s", "rad s-1", "largest magnitude of the body rates"},
    {"min_altitude_m", "m", "lowest altitude (-z)"},
    {"max_altitude_m", "m", "highest altitude (-z)"},
    {"flight_time_s", "s", "time flown"},
}};

/// What is computed of a flight that follows a trajectory, after the others. Errors are counted
/// when the controller looks.
inline constexpr std::array<Metric, 7> tracking_metrics = {{
    {"rms_tracking_error_m", "m", "root mean square of the distance from the trajectory"},
    {"max_tracking_error_m", "m", "largest distance from the trajectory"},
    {"rms_velocity_error_m_s", "m s-1", "root mean square of the difference in velocity"},
    {"max_velocity_error_m_s", "m s-1", "largest difference in velocity"},
    {"rms_heading_error_deg", "degree", "root mean square of the difference in heading"},
    {"max_heading_error_deg", "degree", "largest difference in heading"},
    {"saturated_share", "1", "share of the commands that the rotors could not follow in full"},
}};

/// And of one that follows a step, at the looks of the controller.
inline constexpr std::array<Metric, 4> step_metrics = {{
    {"rise_time_s", "s", "from a tenth of the step to nine tenths",
     "nine tenths are not reached, or the flight ends before the step"},
    {"overshoot", "1", "furthest beyond the end of the step, per its length",
     "the flight ends before the step"},
    {"settling_time_s", "s", "from the step until all looks are within 2 % of its length",
     "the last look is not, or the flight ends before the step"},
    {"steady_state_error_m", "m", "mean distance over the last tenth of the flight, as a vector",
     "the flight ends before the step"},
}};

/// What is computed of a flight with an estimator, after those: errors at the times of its
/// readings.
inline constexpr std::array<Metric, 3> estimation_metrics = {{
    {"rms_position_estimation_error_m", "m", "root mean square error of the estimated position",
     "nothing was read"},
    {"rms_velocity_estimation_error_m_s", "m s-1",
     "root mean square error of the estimated velocity", "nothing was read"},
    {"rms_attitude_estimation_error_deg", "degree",
     "root mean square angle between true and estimated attitude", "nothing was read"},
}};

/// What is computed if the estimator has a covariance, after those.
inline constexpr std::array<Metric, 2> consistency_metrics = {{
    {"final_nees", "1",
     "normalised estimation error squared of the 15 states at the last reading; expected: 15",
     "nothing was read, or the covariance has lost its sign to rounding"},
    {"mean_nis", "1", "mean normalised innovation squared per number fused; expected: 1",
     "nothing was fused, or a covariance has lost its sign to rounding"},
}};

/// What is computed if the estimator estimates the wind, after those: at the readings of the
/// accelerometer.
inline constexpr std::array<Metric, 2> wind_metrics = {{
    {"rms_wind_estimation_error_m_s", "m s-1",
     "root mean square error of the estimated wind along the ground", "nothing was read"},
    {"final_wind_nees", "1",
     "normalised estimation error squared of the wind at the last reading; expected: 2",
     "nothing was read, or the covariance has lost its sign to rounding"},
}};

/// What is computed of a flight with a battery, after those.
inline constexpr std::array<Metric, 3> battery_metrics = {{
    {"energy_j", "J", "energy drawn from the battery"},
    {"min_battery_voltage_v", "V", "lowest voltage of the battery under load"},
    {"final_state_of_charge", "1", "share of the battery's capacity that is left at the end"},
}};

/// Which flights have which metrics.
struct MetricGroup {
  std::string_view flights;
  std::span<const Metric> metrics;
};
inline constexpr std::array<MetricGroup, 7> metric_groups = {{
    {"all", metrics},
    {"that follow a trajectory", tracking_metrics},
    {"that follow a step", step_metrics},
    {"with an estimator", estimation_metrics},
    {"with an estimator that knows its covariance", consistency_metrics},
    {"with an estimator of the wind", wind_metrics},
    {"with a battery", battery_metrics},
}};

/// A quantile that is computed of every metric, with the bounds of its confidence interval.
struct Quantile {
  std::string_view name;
  double p;
};
inline constexpr std::array<Quantile, 7> quantiles = {{{"q01", 0.01},
                                                       {"q05", 0.05},
                                                       {"q25", 0.25},
                                                       {"q50", 0.50},
                                                       {"q75", 0.75},
                                                       {"q95", 0.95},
                                                       {"q99", 0.99}}};

/// Statistics of a metric over the samples with status ok, in the order of the `statistic` axis:
/// each quantile is followed by its interval. docs/statistics.md defines them.
inline constexpr std::array<std::string_view, 29> statistics = {
    "n",          "mean", "se",        "sd",         "skewness", "kurtosis",
    "min",        "q01",  "q01_low95", "q01_high95", "q05",      "q05_low95",
    "q05_high95", "q25",  "q25_low95", "q25_high95", "q50",      "q50_low95",
    "q50_high95", "q75",  "q75_low95", "q75_high95", "q95",      "q95_low95",
    "q95_high95", "q99",  "q99_low95", "q99_high95", "max"};

/// Position on the `statistic` axis. A name that is not there does not compile.
consteval std::size_t statistic(std::string_view name) {
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    if (statistics[i] == name) return i;
  }
  throw "no such statistic";
}

/// Statistics of a signal over the traced samples that still fly at a time.
inline constexpr std::array<std::string_view, 10> time_statistics = {
    "n", "mean", "sd", "min", "q05", "q25", "q50", "q75", "q95", "max"};

}  // namespace montecopter
