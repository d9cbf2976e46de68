#pragma once
/// Metrics of every flight, over all its steps.

#include <array>
#include <cmath>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"
#include "plan/metrics/metric.hpp"

namespace montecopter {

/// Tilt from sin^2(tilt / 2) as dynamics/tilt.hpp has it; rounding may carry it past 1.
inline double tilt_deg(double sine2_half_tilt) {
  const double s2 = sine2_half_tilt < 1.0 ? sine2_half_tilt : 1.0;
  const double tilt_rad = 2.0 * atan2(std::sqrt(s2), std::sqrt(1.0 - s2));
  return tilt_rad * deg_per_rad;
}

inline double distance_m(const double* a, const double* b) {
  double square = 0.0;
  for (int k = 2; k >= 0; --k) {
    const double d = a[k] - b[k];
    square = std::fma(d, d, square);
  }
  return std::sqrt(square);
}

inline constexpr auto flight_metrics = std::to_array<FlightMetric>({
    {{"final_distance_from_start_m", "m", "distance from the start at the end of the flight"},
     [](const FlownSample& f) { return distance_m(f.final_state, f.initial_position); }},
    {{"max_distance_from_start_m", "m", "largest distance from the start"},
     [](const FlownSample& f) { return std::sqrt(f.totals.extremes.position_error2); },
     also_in_windows},
    {{"max_speed_m_s", "m s-1", "largest speed over the ground"},
     [](const FlownSample& f) { return std::sqrt(f.totals.extremes.speed2); },
     also_in_windows},
    {{"max_tilt_deg", "degree", "largest angle between body z and world z"},
     [](const FlownSample& f) { return tilt_deg(f.totals.extremes.sine2_half_tilt); },
     also_in_windows},
    {{"max_body_rate_rad_s", "rad s-1", "largest magnitude of the body rates"},
     [](const FlownSample& f) { return std::sqrt(f.totals.extremes.rate2); },
     also_in_windows},
    {{"min_altitude_m", "m", "lowest altitude (-z)"},  // 0 - z: never -0
     [](const FlownSample& f) { return 0.0 - f.totals.extremes.lowest_z; },
     also_in_windows},
    {{"max_altitude_m", "m", "highest altitude (-z)"},
     [](const FlownSample& f) { return 0.0 - f.totals.extremes.highest_z; },
     also_in_windows},
    {{"flight_time_s", "s", "time flown"}, [](const FlownSample& f) { return f.flown_s; }},
});

inline constexpr MetricGroup flight_group = {"all", [](const Scenario&) { return true; },
                                             flight_metrics};

}  // namespace montecopter
