#pragma once
/// Parameters of Mellinger's controller. Source: D. Mellinger and V. Kumar, "Minimum snap
/// trajectory generation and control for quadrotors", ICRA 2011, section IV. The law is
/// mellinger_law.hpp; its gains are those of Lee's.

#include <string_view>

#include "dynamics/controllers/lee.hpp"

namespace montecopter {

struct MellingerController : LeeController {
  static constexpr std::string_view type_name = "mellinger";
  static constexpr std::string_view doc =
      "Tracking after Mellinger and Kumar (2011): thrust by projection, proportional moments, the "
      "body rate of the trajectory ahead";
};

}  // namespace montecopter
