#pragma once
/// Distances from a recorded flight, at the rows of the traces (output.rate_hz) with recorded
/// values.

#include <array>
#include <cmath>
#include <tuple>

#include "core/numerics/degrees.hpp"
#include "plan/metrics/metric.hpp"
#include "scenario/model/recorded.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

static_assert(std::tuple_size_v<Departures> == recorded_quantities.size());

inline constexpr std::string_view nothing_recorded = "nothing was recorded during the flight";

inline double recorded_rms(const DepartureSums& sums) {
  return std::sqrt(sums.squares / sums.count);
}
/// NaN, as 0 / 0, where there was nothing to compare with.
inline double recorded_max(const DepartureSums& sums) {
  return std::sqrt(sums.most + 0 / sums.count);
}

template <RecordedRows Recorded::*rows>
bool has_recorded(const Scenario& scenario) {
  return scenario.recorded && !((*scenario.recorded).*rows).empty();
}

inline constexpr auto recorded_position_metrics = std::to_array<FlightMetric>({
    {{"rms_recorded_position_error_m", "m",
      "root mean square of the distance from the recorded "
      "position",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_rms(f.departures[recorded_index("position")]); },
     also_in_windows},
    {{"max_recorded_position_error_m", "m", "largest distance from the recorded position",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_max(f.departures[recorded_index("position")]); },
     also_in_windows},
});

inline constexpr MetricGroup recorded_position_group = {
    "with a recorded position", has_recorded<&Recorded::position>, recorded_position_metrics};

inline constexpr auto recorded_velocity_metrics = std::to_array<FlightMetric>({
    {{"rms_recorded_velocity_error_m_s", "m s-1",
      "root mean square of the difference from the "
      "recorded velocity",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_rms(f.departures[recorded_index("velocity")]); },
     also_in_windows},
    {{"max_recorded_velocity_error_m_s", "m s-1", "largest difference from the recorded velocity",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_max(f.departures[recorded_index("velocity")]); },
     also_in_windows},
});

inline constexpr MetricGroup recorded_velocity_group = {
    "with a recorded velocity", has_recorded<&Recorded::velocity>, recorded_velocity_metrics};

inline constexpr auto recorded_attitude_metrics = std::to_array<FlightMetric>({
    {{"rms_recorded_attitude_error_deg", "degree",
      "root mean square of the angle from the recorded "
      "attitude",
      nothing_recorded},
     [](const FlownSample& f) {
       return to_degrees(recorded_rms(f.departures[recorded_index("attitude")]));
     },
     also_in_windows},
    {{"max_recorded_attitude_error_deg", "degree", "largest angle from the recorded attitude",
      nothing_recorded},
     [](const FlownSample& f) {
       return to_degrees(recorded_max(f.departures[recorded_index("attitude")]));
     },
     also_in_windows},
});

inline constexpr MetricGroup recorded_attitude_group = {
    "with a recorded attitude", has_recorded<&Recorded::attitude>, recorded_attitude_metrics};

inline constexpr auto recorded_body_rate_metrics = std::to_array<FlightMetric>({
    {{"rms_recorded_body_rate_error_rad_s", "rad s-1",
      "root mean square of the difference from the "
      "recorded body rate",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_rms(f.departures[recorded_index("body_rate")]); },
     also_in_windows},
    {{"max_recorded_body_rate_error_rad_s", "rad s-1",
      "largest difference from the recorded body "
      "rate",
      nothing_recorded},
     [](const FlownSample& f) { return recorded_max(f.departures[recorded_index("body_rate")]); },
     also_in_windows},
});

inline constexpr MetricGroup recorded_body_rate_group = {
    "with a recorded body rate", has_recorded<&Recorded::body_rate>, recorded_body_rate_metrics};

/// Whether a metric is one of these, which are computed from the rows of the traces, as metrics by
/// formula are.
inline bool is_beside_recorded(FlightMetric::Value value) {
  const auto has = [&](const auto& metrics) {
    for (const FlightMetric& metric : metrics) {
      if (metric.value == value) return true;
    }
    return false;
  };
  return has(recorded_position_metrics) || has(recorded_velocity_metrics) ||
         has(recorded_attitude_metrics) || has(recorded_body_rate_metrics);
}

}  // namespace montecopter
