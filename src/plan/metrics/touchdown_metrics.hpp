#pragma once
/// Metrics of flights that end at a touchdown, at that instant.

#include <array>
#include <cmath>

#include "core/numerics/degrees.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/outcome.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

inline double length_north_east(double north, double east) {
  return std::sqrt(std::fma(north, north, east * east));
}

/// North, east and down components of the velocity at the end [m/s].
inline const double* final_velocity(const FlownSample& f) { return f.final_state + 3; }

/// Quaternion w, x, y, z at the end, and then the body rate [rad/s].
inline const double* final_attitude(const FlownSample& f) { return f.final_state + 6; }

inline double final_horizontal_speed(const FlownSample& f) {
  return length_north_east(final_velocity(f)[0], final_velocity(f)[1]);
}

inline constexpr auto touchdown_metrics = std::to_array<FlightMetric>({
    {{"touchdown_north_m", "m", "position of the touchdown, north"},
     [](const FlownSample& f) { return f.final_state[0]; }},
    {{"touchdown_east_m", "m", "position of the touchdown, east"},
     [](const FlownSample& f) { return f.final_state[1]; }},
    {{"touchdown_distance_m", "m", "horizontal distance of the touchdown from the start"},
     [](const FlownSample& f) {
       return length_north_east(f.final_state[0] - f.initial_position[0],
                                f.final_state[1] - f.initial_position[1]);
     }},
    {{"touchdown_horizontal_speed_m_s", "m s-1", "horizontal speed at the touchdown"},
     final_horizontal_speed},
    {{"touchdown_vertical_speed_m_s", "m s-1", "vertical speed at the touchdown, down"},
     [](const FlownSample& f) { return final_velocity(f)[2]; }},
    {{"touchdown_angle_deg", "degree", "angle of the path below the horizontal at the touchdown"},
     [](const FlownSample& f) {
       return atan2_degrees(final_velocity(f)[2], final_horizontal_speed(f));
     }},
    {{"touchdown_energy_j", "J", "kinetic energy of translation at the touchdown"},
     [](const FlownSample& f) {
       const double* v = final_velocity(f);
       const double square = std::fma(v[0], v[0], std::fma(v[1], v[1], v[2] * v[2]));
       return 0.5 * f.totals.touchdown.mass_kg * square;
     }},
    {{"touchdown_tilt_deg", "degree", "angle between body z and world z at the touchdown"},
     [](const FlownSample& f) {
       const double* q = final_attitude(f);
       return 2.0 * atan2_degrees(std::sqrt(std::fma(q[1], q[1], q[2] * q[2])),
                                  std::sqrt(std::fma(q[0], q[0], q[3] * q[3])));
     }},
    {{"touchdown_body_rate_rad_s", "rad s-1", "magnitude of the body rate at the touchdown"},
     [](const FlownSample& f) {
       const double* w = final_attitude(f) + 4;
       return std::sqrt(std::fma(w[0], w[0], std::fma(w[1], w[1], w[2] * w[2])));
     }},
});

inline constexpr MetricGroup touchdown_group = {
    "with simulation.end = \"touchdown\"",
    [](const Scenario& s) { return s.simulation.ends_at_touchdown(); }, touchdown_metrics};

inline constexpr std::string_view no_event_before = "no event began before the touchdown";

inline constexpr auto touchdown_event_metrics = std::to_array<FlightMetric>({
    {{"touchdown_distance_from_event_m", "m",
      "horizontal distance of the touchdown from the place where the first event began",
      no_event_before},
     [](const FlownSample& f) {
       const Touchdown& t = f.totals.touchdown;
       if (t.event_s == not_yet_s) return stored_nan;
       return length_north_east(f.final_state[0] - t.event_position[0],
                                f.final_state[1] - t.event_position[1]);
     }},
    {{"touchdown_time_after_event_s", "s", "time from the first event to the touchdown",
      no_event_before},
     [](const FlownSample& f) {
       const Touchdown& t = f.totals.touchdown;
       return t.event_s == not_yet_s ? stored_nan : f.flown_s - t.event_s;
     }},
});

inline constexpr MetricGroup touchdown_event_group = {
    "with simulation.end = \"touchdown\" and events",
    [](const Scenario& s) { return s.simulation.ends_at_touchdown() && !s.event.empty(); },
    touchdown_event_metrics};

}  // namespace montecopter
