#pragma once
/// Straight legs between waypoints, within limits of speed and acceleration: constant acceleration,
/// constant speed, braking. The speed is a trapezoid, or a triangle where the leg is too short to
/// reach the limit.

#include <array>
#include <string_view>
#include <vector>

#include "dynamics/trajectories/through_waypoints.hpp"

namespace montecopter {

/// Shortest time [s] for a leg of that length [m] from rest to rest.
double shortest_leg_s(double length_m, double max_speed_m_s, double max_acceleration_m_s2);

struct WaypointsTrajectory : ThroughWaypoints {
  static constexpr std::string_view type_name = "waypoints";
  static constexpr std::string_view doc =
      "Straight legs from rest to rest, each with constant acceleration, speed and braking";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"max_speed_m_s", "2.0"},
      {"max_acceleration_m_s2", "1.0"},
      {"waypoints", R"([
  {position_m = [0.0, 0.0, -3.0]},
  {position_m = [4.0, 0.0, -3.0]},
])"},
  });

  double max_speed_m_s = required;
  double max_acceleration_m_s2 = required;
  double hold_s = 0.0;

  static constexpr auto fields() {
    using T = WaypointsTrajectory;
    return join(
        FieldList{
            field("max_speed_m_s", &T::max_speed_m_s, "m s-1", path_limit, Vary::fixed,
                  "Speed on a leg; lower where time_s of a waypoint allows it"),
            field("max_acceleration_m_s2", &T::max_acceleration_m_s2, "m s-2", path_limit,
                  Vary::fixed, "Acceleration and braking"),
            field("hold_s", &T::hold_s, "s", path_time, Vary::fixed,
                  "Dwell time at each waypoint, including the first"),
        },
        waypoint_fields());
  }

  void check(Problems& problems) const;

  /// The arrivals must be possible.
  void fit_track(PieceArrays& out) const;
  /// Time [s] at which each waypoint is reached: its time_s, or else as early as possible.
  std::vector<double> arrivals() const;
};

}  // namespace montecopter
