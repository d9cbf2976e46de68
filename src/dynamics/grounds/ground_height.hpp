#pragma once
/// Height of a ground.

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

}  // namespace montecopter
