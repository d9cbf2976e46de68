#pragma once
/// Staying at one place.

#include <array>
#include <string_view>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct HoverTrajectory {
  static constexpr std::string_view type_name = "hover";
  static constexpr std::string_view doc = "Hover at one place";
  static constexpr PathKind path = PathKind::step;
  static constexpr bool has_step_response = false;

  std::array<double, 3> position_m = {0, 0, 0};
  Heading heading;

  static constexpr auto fields() {
    using T = HoverTrajectory;
    return FieldList{
        field("position_m", &T::position_m, "m", path_position, Vary::per_sample, "Position, NED"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const { c.offset = ned(position_m); }
};

}  // namespace montecopter
