#pragma once
/// The Earth's magnetic field around the home: one vector, given by its components or its angles.

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "core/fields/fields.hpp"
#include "core/numerics/degrees.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

struct VectorField {
  static constexpr std::string_view type_name = "vector";
  static constexpr std::string_view doc = "Magnetic field given by its components";
  static constexpr bool is_default = true;

  std::array<double, 3> field_t = {0.0, 0.0, 0.0};

  static constexpr auto fields() {
    return FieldList{field("field_t", &VectorField::field_t, "T", any_number, Vary::per_sample,
                           "Flux density, NED")};
  }

  /// The flux density in NED [T].
  Vec3<double> fold() const { return {field_t[0], field_t[1], field_t[2]}; }
};

inline constexpr std::array<Choice, 2> declination_signs = {{
    {"east", "the usual sign"},
    {"west", "the sign used for the helicopter MARVIN"},
}};

struct AngularField {
  static constexpr std::string_view type_name = "angles";
  static constexpr std::string_view doc = "Magnetic field given by its strength and direction";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"strength_t", "4.8e-5"},
      {"inclination_deg", "64.0"},
      {"declination_deg", "3.0"},
  });

  double strength_t = required;
  double inclination_deg = required;
  double declination_deg = required;
  std::string declination_positive = "east";

  static constexpr auto fields() {
    using A = AngularField;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("strength_t", &A::strength_t, "T", non_negative, each, "Flux density"),
        field("inclination_deg", &A::inclination_deg, "deg", between(-90, 90), each,
              "Inclination below the horizontal, positive in the northern hemisphere"),
        field("declination_deg", &A::declination_deg, "deg", between(-180, 180), each,
              "Declination from north, to the side set by declination_positive"),
        field("declination_positive", &A::declination_positive, declination_signs,
              "Side of north to which a positive declination points"),
    };
  }

  Vec3<double> fold() const {
    double down = 0, level = 0, east = 0, north = 0;
    sincos_degrees(inclination_deg, down, level);
    sincos_degrees(declination_positive == "west" ? -declination_deg : declination_deg, east,
                   north);
    const double horizontal = strength_t * level;
    return {horizontal * north, horizontal * east, strength_t * down};
  }
};

using MagneticField = std::variant<VectorField, AngularField>;

}  // namespace montecopter
