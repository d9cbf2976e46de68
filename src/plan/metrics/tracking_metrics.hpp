#pragma once
/// Metrics of flights that follow a trajectory. Errors are taken at the controller's updates.

#include <array>
#include <cmath>

#include "core/numerics/degrees.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/vocabulary.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Root mean square from a sum of squares over the controller's updates.
inline double rms_at_updates(double sum, const FlownSample& f) {
  return std::sqrt(sum / f.totals.tracking.updates);
}

inline constexpr auto tracking_metrics = std::to_array<FlightMetric>({
    {{"rms_tracking_error_m", "m", "root mean square of the distance from the trajectory"},
     [](const FlownSample& f) { return rms_at_updates(f.totals.tracking.position2, f); },
     also_in_windows},
    {{"max_tracking_error_m", "m", "largest distance from the trajectory"},
     [](const FlownSample& f) { return std::sqrt(f.totals.tracking.most_position2); },
     also_in_windows},
    {{"rms_velocity_error_m_s", "m s-1", "root mean square of the difference in velocity"},
     [](const FlownSample& f) { return rms_at_updates(f.totals.tracking.velocity2, f); },
     also_in_windows},
    {{"max_velocity_error_m_s", "m s-1", "largest difference in velocity"},
     [](const FlownSample& f) { return std::sqrt(f.totals.tracking.most_velocity2); },
     also_in_windows},
    {{"rms_heading_error_deg", "degree", "root mean square of the difference in heading"},
     [](const FlownSample& f) { return to_degrees(rms_at_updates(f.totals.tracking.heading2, f)); },
     also_in_windows},
    {{"max_heading_error_deg", "degree", "largest difference in heading"},
     [](const FlownSample& f) { return to_degrees(std::sqrt(f.totals.tracking.most_heading2)); },
     also_in_windows},
    {{saturated_fraction, "1",
      "fraction of the control updates at which a rotor command saturates"},
     [](const FlownSample& f) { return f.totals.tracking.saturated / f.totals.tracking.updates; },
     also_in_windows},
});

inline constexpr MetricGroup tracking_group = {
    "that follow a trajectory", [](const Scenario& s) { return s.trajectory.has_value(); },
    tracking_metrics};

}  // namespace montecopter
