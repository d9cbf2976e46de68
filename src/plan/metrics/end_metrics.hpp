#pragma once
/// Metrics of flights that end at a touchdown or by an event, at that instant.

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

inline double final_north(const FlownSample& f) { return f.final_state[0]; }
inline double final_east(const FlownSample& f) { return f.final_state[1]; }
inline double final_distance(const FlownSample& f) {
  return length_north_east(f.final_state[0] - f.initial_position[0],
                           f.final_state[1] - f.initial_position[1]);
}
inline double final_horizontal_speed(const FlownSample& f) {
  return length_north_east(final_velocity(f)[0], final_velocity(f)[1]);
}
inline double final_sink_rate(const FlownSample& f) { return final_velocity(f)[2]; }
inline double final_path_angle(const FlownSample& f) {
  return atan2_degrees(final_velocity(f)[2], final_horizontal_speed(f));
}
inline double final_energy(const FlownSample& f) {
  if (!(f.totals.end.mass_kg > 0)) return stored_nan;
  const double* v = final_velocity(f);
  const double square = std::fma(v[0], v[0], std::fma(v[1], v[1], v[2] * v[2]));
  return 0.5 * f.totals.end.mass_kg * square;
}
inline double final_tilt(const FlownSample& f) {
  const double* q = final_attitude(f);
  return 2.0 * atan2_degrees(std::sqrt(std::fma(q[1], q[1], q[2] * q[2])),
                             std::sqrt(std::fma(q[0], q[0], q[3] * q[3])));
}
inline double final_body_rate(const FlownSample& f) {
  const double* w = final_attitude(f) + 4;
  return std::sqrt(std::fma(w[0], w[0], std::fma(w[1], w[1], w[2] * w[2])));
}
inline double final_distance_from_event(const FlownSample& f) {
  const FlightEnd& end = f.totals.end;
  if (end.event_s == not_yet_s) return stored_nan;
  return length_north_east(f.final_state[0] - end.event_position[0],
                           f.final_state[1] - end.event_position[1]);
}
inline double final_time_after_event(const FlownSample& f) {
  const double event_s = f.totals.end.event_s;
  return event_s == not_yet_s ? stored_nan : f.flown_s - event_s;
}

inline constexpr std::string_view no_planned_end = "the flight did not come to its planned end";

inline constexpr auto touchdown_metrics = std::to_array<FlightMetric>({
    {{"touchdown_north_m", "m", "position of the touchdown, north"}, final_north},
    {{"touchdown_east_m", "m", "position of the touchdown, east"}, final_east},
    {{"touchdown_distance_m", "m", "horizontal distance of the touchdown from the start"},
     final_distance},
    {{"touchdown_horizontal_speed_m_s", "m s-1", "horizontal speed at the touchdown"},
     final_horizontal_speed},
    {{"touchdown_vertical_speed_m_s", "m s-1", "vertical speed at the touchdown, down"},
     final_sink_rate},
    {{"touchdown_angle_deg", "degree", "angle of the path below the horizontal at the touchdown"},
     final_path_angle},
    {{"touchdown_energy_j", "J", "kinetic energy of translation at the touchdown", no_planned_end},
     final_energy},
    {{"touchdown_tilt_deg", "degree", "angle between body z and world z at the touchdown"},
     final_tilt},
    {{"touchdown_body_rate_rad_s", "rad s-1", "magnitude of the body rate at the touchdown"},
     final_body_rate},
});

inline constexpr std::string_view no_event_before = "no event began before the touchdown";

inline constexpr auto touchdown_event_metrics = std::to_array<FlightMetric>({
    {{"touchdown_distance_from_event_m", "m",
      "horizontal distance of the touchdown from the place where the first event began",
      no_event_before},
     final_distance_from_event},
    {{"touchdown_time_after_event_s", "s", "time from the first event to the touchdown",
      no_event_before},
     final_time_after_event},
});

inline constexpr auto end_metrics = std::to_array<FlightMetric>({
    {{"end_north_m", "m", "position at the end, north"}, final_north},
    {{"end_east_m", "m", "position at the end, east"}, final_east},
    {{"end_altitude_m", "m", "altitude (-z) at the end"},
     [](const FlownSample& f) { return -f.final_state[2]; }},
    {{"end_distance_m", "m", "horizontal distance of the end from the start"}, final_distance},
    {{"end_horizontal_speed_m_s", "m s-1", "horizontal speed at the end"}, final_horizontal_speed},
    {{"end_vertical_speed_m_s", "m s-1", "vertical speed at the end, down"}, final_sink_rate},
    {{"end_angle_deg", "degree", "angle of the path below the horizontal at the end"},
     final_path_angle},
    {{"end_energy_j", "J", "kinetic energy of translation at the end", no_planned_end},
     final_energy},
    {{"end_tilt_deg", "degree", "angle between body z and world z at the end"}, final_tilt},
    {{"end_body_rate_rad_s", "rad s-1", "magnitude of the body rate at the end"}, final_body_rate},
});

inline constexpr std::string_view no_other_event_before = "no other event began before the end";

inline constexpr auto end_event_metrics = std::to_array<FlightMetric>({
    {{"end_distance_from_event_m", "m",
      "horizontal distance of the end from the place where the first other event began",
      no_other_event_before},
     final_distance_from_event},
    {{"end_time_after_event_s", "s", "time from the first other event to the end",
      no_other_event_before},
     final_time_after_event},
});

/// Without an event of the type `end`, which may end flights elsewhere.
inline bool end_at_touchdowns_only(const Scenario& s) {
  return s.simulation.ends_at_touchdown() && !s.has_end_event();
}

inline constexpr MetricGroup touchdown_group = {"with simulation.end = \"touchdown\"",
                                                end_at_touchdowns_only, touchdown_metrics};
inline constexpr MetricGroup touchdown_event_group = {
    "with simulation.end = \"touchdown\" and events",
    [](const Scenario& s) { return end_at_touchdowns_only(s) && !s.event.empty(); },
    touchdown_event_metrics};
inline constexpr MetricGroup end_group = {"with an event of the type `end`",
                                          [](const Scenario& s) { return s.has_end_event(); },
                                          end_metrics};
inline constexpr MetricGroup end_event_group = {
    "with an event of the type `end` and others",
    [](const Scenario& s) { return s.has_end_event() && s.has_other_event(); }, end_event_metrics};

}  // namespace montecopter
