#pragma once
/// Constant heading or constant heading rate: heading + heading_rate t.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

struct FixedHeading {
  static constexpr std::string_view type_name = "fixed";
  static constexpr std::string_view doc = "Constant heading or constant heading rate";
  static constexpr bool is_default = true;

  double angle_rad = 0.0;
  double rate_rad_s = 0.0;

  static constexpr auto fields() {
    using H = FixedHeading;
    return FieldList{
        field("angle_rad", &H::angle_rad, units::angle, path_angle, Vary::per_sample,
              "Heading at t = 0"),
        field("rate_rad_s", &H::rate_rad_s, units::angular_rate, path_rate, Vary::per_sample,
              "Heading rate"),
    };
  }

  void fold(PathConstants<double>& c) const {
    c.heading = angle_rad;
    c.heading_rate = rate_rad_s;
  }
  void shape(PathForm&, PieceArrays&) const {}

  template <class Path>
  static void set_heading(const Path& path, double t_s, Reference<typename Path::Scalar>& r) {
    path.set_constant_rate(t_s, r);
  }
};

}  // namespace montecopter
