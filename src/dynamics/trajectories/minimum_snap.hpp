#pragma once
/// Path through waypoints with the least snap.

#include <string_view>

#include "dynamics/trajectories/minimum.hpp"

namespace montecopter {

struct MinimumSnapTrajectory : MinimumTrajectory<4> {
  static constexpr std::string_view type_name = "minimum_snap";
  static constexpr std::string_view doc =
      "Path through waypoints at given times with the least integral of the squared fourth "
      "derivative, from rest to rest";
};

}  // namespace montecopter
