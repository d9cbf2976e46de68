#pragma once
/// A place that a trajectory goes through.

#include <array>
#include <optional>

#include "core/fields/fields.hpp"
#include "dynamics/trajectories/ranges.hpp"

namespace montecopter {

struct Waypoint {
  std::array<double, 3> position_m = {required, required, required};
  std::optional<double> time_s;

  static constexpr auto fields() {
    using W = Waypoint;
    return FieldList{
        field("position_m", &W::position_m, "m", path_position, Vary::fixed, "Position, NED"),
        field("time_s", &W::time_s, "s", path_time, Vary::fixed,
              "Arrival time, 0 at the first waypoint"),
    };
  }
};

/// Largest number of waypoint tables of a trajectory.
inline constexpr Range waypoint_count = between(2, 10000);

}  // namespace montecopter
