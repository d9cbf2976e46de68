#pragma once
/// A level circle.

#include <array>
#include <string_view>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct CircleTrajectory {
  static constexpr std::string_view type_name = "circle";
  static constexpr std::string_view doc = "A level circle at constant speed";
  static constexpr PathKind path = PathKind::circle;
  static constexpr bool has_step_response = false;

  std::array<double, 3> center_m = {0, 0, 0};
  double radius_m = required;
  double rate_rad_s = required;
  double phase_rad = 0.0;
  Heading heading;

  static constexpr auto fields() {
    using T = CircleTrajectory;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("center_m", &T::center_m, "m", path_position, each, "Centre, NED"),
        field("radius_m", &T::radius_m, "m", path_extent, each, "Radius"),
        field("rate_rad_s", &T::rate_rad_s, units::angular_rate, path_rate, each,
              "Angular rate; positive: from north to east, clockwise as seen from above"),
        field("phase_rad", &T::phase_rad, units::angle, path_angle, each,
              "Initial angle of the vehicle from north"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const {
    c.offset = ned(center_m);
    c.amplitude.x = radius_m;
    c.rate.x = rate_rad_s;
    c.phase.x = phase_rad;
  }
};

}  // namespace montecopter
