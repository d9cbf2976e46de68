#pragma once
/// Paths through waypoints with the least integral of the square of the nth derivative, from rest
/// to rest.

#include <optional>
#include <string_view>

#include "dynamics/trajectories/through_waypoints.hpp"

namespace montecopter {

/// n = 3: the jerk; n = 4: the snap.
template <int n>
struct MinimumTrajectory : ThroughWaypoints {
  std::optional<double> mean_speed_m_s;
  std::optional<double> max_speed_m_s;
  std::optional<double> max_acceleration_m_s2;

  static constexpr auto fields() {
    using T = MinimumTrajectory;
    return join(
        FieldList{
            field("mean_speed_m_s", &T::mean_speed_m_s, "m s-1", path_limit, Vary::fixed,
                  "Mean speed, which sets the times between waypoints by their distance (instead "
                  "of time_s)"),
            field("max_speed_m_s", &T::max_speed_m_s, "m s-1", path_limit, Vary::fixed,
                  "Highest allowed speed; a faster trajectory is refused"),
            field("max_acceleration_m_s2", &T::max_acceleration_m_s2, "m s-2", path_limit,
                  Vary::fixed, "Highest allowed acceleration; a trajectory with more is refused"),
        },
        waypoint_fields());
  }

  void check(Problems& problems) const;

  void fit_track(PieceArrays& out) const;
};

}  // namespace montecopter
