#pragma once
/// No ground.

#include <string_view>

#include "core/fields/fields.hpp"

namespace montecopter {

struct NoGround {
  static constexpr std::string_view type_name = "none";
  static constexpr bool is_default = true;  ///< where no type is given
  static constexpr std::string_view doc = "No ground: vehicles fly through";
  static constexpr bool pushes = false;          ///< at contact points
  static constexpr bool stops_vehicles = false;  ///< that are below it

  static constexpr auto fields() { return FieldList{}; }
};

}  // namespace montecopter
