#pragma once
/// Height and slope of a ground.

#include <string_view>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Height of a horizontal ground.
struct GroundHeight {
  double height_m = 0.0;

  static constexpr auto fields() {
    return FieldList{field("height_m", &GroundHeight::height_m, "m", any_number, Vary::per_sample,
                           "Height of the ground above the origin of positions")};
  }
};

/// Slope of a ground about the point below the origin of positions.
struct GroundSlope {
  double slope_north = 0.0, slope_east = 0.0;

  /// Keys that came later change neither text nor hash of scenarios without them.
  bool is_level(std::string_view key) const {
    return (key == "slope_north" && slope_north == 0) || (key == "slope_east" && slope_east == 0);
  }

  static constexpr auto fields() {
    return FieldList{
        field("slope_north", &GroundSlope::slope_north, "1", between(-2, 2), Vary::per_sample,
              "Rise of the ground per metre to the north; height_m is that at the origin"),
        field("slope_east", &GroundSlope::slope_east, "1", between(-2, 2), Vary::per_sample,
              "Rise of the ground per metre to the east")};
  }
};

}  // namespace montecopter
