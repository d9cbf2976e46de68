#pragma once
/// A level figure of eight: the lemniscate of Gerono.

#include <array>
#include <string_view>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct LemniscateTrajectory {
  static constexpr std::string_view type_name = "lemniscate";
  static constexpr std::string_view doc =
      "A level figure of eight along north, the lemniscate of Gerono: north a sin(u), east a "
      "sin(u) cos(u)";
  static constexpr PathKind path = PathKind::harmonic;
  static constexpr bool has_step_response = false;

  std::array<double, 3> center_m = {0, 0, 0};
  double half_length_m = required;
  double rate_rad_s = required;
  double phase_rad = 0.0;
  Heading heading;

  static constexpr auto fields() {
    using T = LemniscateTrajectory;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("center_m", &T::center_m, "m", path_position, each, "Centre, NED"),
        field("half_length_m", &T::half_length_m, "m", path_extent, each,
              "Distance a from the centre to an end, which is also the total width"),
        field("rate_rad_s", &T::rate_rad_s, units::angular_rate, path_rate, each,
              "Rate of the parameter u"),
        field("phase_rad", &T::phase_rad, units::angle, path_angle, each, "Parameter u at t = 0"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const {
    c.offset = ned(center_m);
    c.amplitude = {half_length_m, 0.5 * half_length_m, 0.0};
    c.rate = {rate_rad_s, 2.0 * rate_rad_s, 0.0};
    c.phase = {phase_rad, 2.0 * phase_rad, 0.0};
  }
};

}  // namespace montecopter
