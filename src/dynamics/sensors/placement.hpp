#pragma once
/// Position and axes of a sensor: keys, and their folded constants.

#include <array>
#include <optional>

#include "core/fields/fields.hpp"
#include "core/numerics/matrix3.hpp"

namespace montecopter {

/// Position of a sensor.
struct Location {
  std::array<double, 3> position_m = {0.0, 0.0, 0.0};

  static constexpr auto fields() {
    return FieldList{field(
        "position_m", &Location::position_m, "m", any_number, Vary::per_sample,
        "Position relative to the centre of mass (see vehicle.centre_of_mass_m), body axes FRD")};
  }
};

/// Direction and coupling of the axes of a sensor with three of them.
struct Alignment {
  std::array<double, 4> mounting = {1.0, 0.0, 0.0, 0.0};
  PerAxis misalignment_rad = 0.0;
  PerAxis scale_error = 0.0;
  std::array<double, 9> cross_axis = {};

  static constexpr auto fields() {
    using A = Alignment;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("mounting", &A::mounting, "1", between(-2, 2), each,
              "Quaternion [w, x, y, z] that maps vectors of the sensor's axes to body axes FRD"),
        field("misalignment_rad", &A::misalignment_rad, units::angle, between(-1, 1), each,
              "Misalignment of the axes, as a small rotation vector"),
        field("scale_error", &A::scale_error, "1", any_number, each,
              "Scale factor error: readings are (1 + this) times the ideal reading"),
        field("cross_axis", &A::cross_axis, "1", any_number, each,
              "Cross-axis sensitivity, a row-major matrix; zero on the diagonal"),
    };
  }
};

/// Body axes to those of a sensor.
struct SensorAxes {
  Matrix3<double> mounted;  ///< as they are meant to be
  Matrix3<double> real;     ///< as they are, with all errors
};

/// Folded axes; none if the mounting is no rotation.
std::optional<SensorAxes> fold_axes(const Alignment& alignment);

/// A direction of length 1; none if the axis has no length.
std::optional<Vec3<double>> direction_along(const std::array<double, 3>& axis);

/// Three numbers of a scenario as a vector, nine (row-major) as a matrix.
inline Vec3<double> point(const std::array<double, 3>& r) { return {r[0], r[1], r[2]}; }
inline Matrix3<double> matrix(const std::array<double, 9>& m) {
  return {{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}};
}

}  // namespace montecopter
