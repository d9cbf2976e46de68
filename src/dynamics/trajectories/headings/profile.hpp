#pragma once
/// Headings at given times. The headings in the rows of a trajectory are evaluated as one, too.

#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

struct ProfileHeading {
  static constexpr std::string_view type_name = "profile";
  static constexpr std::string_view doc =
      "Headings at given times, joined with the least jerk, at rest at both ends";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"times_s", "[0.0, 2.0]"},
      {"angles_rad", "[0.0, 1.5]"},
  });

  std::vector<double> times_s;
  std::vector<double> angles_rad;

  static constexpr auto fields() {
    using H = ProfileHeading;
    return FieldList{
        field("times_s", &H::times_s, "s", path_time, Vary::fixed,
              "Times, ascending, the first is 0; at least two"),
        field("angles_rad", &H::angles_rad, units::angle, path_angle, Vary::fixed,
              "Heading at each time; 370 degrees after 0 is more than one turn"),
    };
  }

  void check(Problems& problems) const;

  void fold(PathConstants<double>&) const {}  // the pieces say it
  /// Makes a smooth spline through the angles (profile.cpp).
  void shape(PathForm& form, PieceArrays& turns) const;

  template <class Path>
  static void set_heading(const Path& path, double t_s, Reference<typename Path::Scalar>& r) {
    path.set_relative(path.turn_at(t_s), r);
  }
};

}  // namespace montecopter
