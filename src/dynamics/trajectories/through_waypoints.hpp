#pragma once
/// Common part of the trajectories through waypoints.

#include <array>
#include <vector>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/waypoint.hpp"

namespace montecopter {

struct ThroughWaypoints {
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;

  std::array<double, 3> offset_m = {0, 0, 0};
  std::vector<Waypoint> waypoints;
  Heading heading;

  static constexpr auto waypoint_fields() {
    using T = ThroughWaypoints;
    return FieldList{
        field("offset_m", &T::offset_m, "m", path_position, Vary::per_sample,
              "Offset of all waypoints, NED"),
        field("waypoints", &T::waypoints, "", waypoint_count, Vary::fixed, "Waypoints"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const { c.offset = ned(offset_m); }
};

}  // namespace montecopter
