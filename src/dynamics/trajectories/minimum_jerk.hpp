#pragma once
/// Path through waypoints with the least jerk.

#include <string_view>

#include "dynamics/trajectories/minimum.hpp"

namespace montecopter {

struct MinimumJerkTrajectory : MinimumTrajectory<3> {
  static constexpr std::string_view type_name = "minimum_jerk";
  static constexpr std::string_view doc =
      "Path through waypoints at given times with the least integral of the squared third "
      "derivative, from rest to rest";
};

}  // namespace montecopter
