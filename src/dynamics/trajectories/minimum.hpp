#pragma once
/// Through waypoints with the least integral of the square of the nth derivative, from rest to
/// rest.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/waypoint.hpp"

namespace montecopter {

/// n = 3: the jerk; n = 4: the snap.
template <int n>
struct MinimumTrajectory {
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;
  static constexpr bool has_checked_keys = true;

  std::optional<double> mean_speed_m_s;
  std::optional<double> max_speed_m_s;
  std::optional<double> max_acceleration_m_s2;
  std::array<double, 3> offset_m = {0, 0, 0};
  std::vector<Waypoint> waypoints;
  Heading heading;

  static constexpr auto fields() {
    using T = MinimumTrajectory;
    return FieldList{
        field("mean_speed_m_s", &T::mean_speed_m_s, "m s-1", path_limit, Vary::fixed,
              "Instead of time_s of the waypoints: the time between two is their distance by this "
              "speed"),
        field("max_speed_m_s", &T::max_speed_m_s, "m s-1", path_limit, Vary::fixed,
              "A faster trajectory is refused"),
        field("max_acceleration_m_s2", &T::max_acceleration_m_s2, "m s-2", path_limit, Vary::fixed,
              "A trajectory with more acceleration is refused"),
        field("offset_m", &T::offset_m, "m", path_position, Vary::per_sample,
              "Added to all waypoints, NED"),
        field("waypoints", &T::waypoints, "", waypoint_count, Vary::fixed, "The places"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const { c.offset = ned(offset_m); }
  void fit_track(PieceArrays& out) const;
};

}  // namespace montecopter
