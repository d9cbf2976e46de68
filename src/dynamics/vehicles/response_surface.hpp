#pragma once
/// Response surface: forces and moments of a multirotor as sums of polynomial terms. The factors
/// are its velocity through the air, its body rates and the speeds of its rotors. Equations:
/// docs/models.md 1.3. These are the keys; response_surface_setup.hpp folds them for the kernels,
/// and multirotor_dynamics.hpp adds the terms up.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"

namespace montecopter {

/// Components of force and moment in body axes, to which terms add.
enum class SurfaceOutput { force_x, force_y, force_z, moment_x, moment_y, moment_z };

inline constexpr std::array<ChoiceFor<SurfaceOutput>, 6> surface_output_words = {{
    {SurfaceOutput::force_x, "force_x", "force along body x [N]"},
    {SurfaceOutput::force_y, "force_y", "force along body y [N]"},
    {SurfaceOutput::force_z, "force_z", "force along body z [N]"},
    {SurfaceOutput::moment_x, "moment_x", "moment about body x [N m]"},
    {SurfaceOutput::moment_y, "moment_y", "moment about body y [N m]"},
    {SurfaceOutput::moment_z, "moment_z", "moment about body z [N m]"},
}};
inline constexpr auto surface_outputs = choices_of(surface_output_words);

/// Use of the loads of the rotor laws beside a surface.
inline constexpr std::array<Choice, 2> surface_rotor_loads = {{
    {"added", "the surface adds to the loads of the rotor laws"},
    {"replaced", "the surface includes the rotors; controllers and battery use the rotor laws"},
}};

/// Number of factors of a term, and of terms of a vehicle, at most.
inline constexpr std::size_t max_surface_factors = 3, max_surface_terms = 256;

/// One term: coefficient times (product of the factors less the centre).
struct SurfaceTerm {
  std::string output;
  std::vector<std::string> factors;
  double centre = 0.0;
  double coefficient = required;
  double standard_error = 0.0;
  double deviation = 0.0;
  std::optional<double> lowest, highest;

  static constexpr auto fields() {
    using T = SurfaceTerm;
    return FieldList{
        field("output", &T::output, surface_outputs, "Component to which the term adds"),
        field("factors", &T::factors,
              "Up to three of u, v, w (velocity through the air [m/s]), p, q, r (body rate), "
              "rotor_speed.N and rotor_acceleration.N (of rotor N, from 0); none: a "
              "constant"),
        field("centre", &T::centre, "", any_number, Vary::fixed,
              "Value that is subtracted from the product of the factors [its unit]"),
        field("coefficient", &T::coefficient, "", any_number, Vary::per_sample,
              "Coefficient [N or N m per unit of the product]"),
        field("standard_error", &T::standard_error, "", non_negative, Vary::per_sample,
              "Standard error of the coefficient [its unit]"),
        field("deviation", &T::deviation, "1", any_number, Vary::per_sample,
              "Deviation of the coefficient in standard errors: the vehicle flies with "
              "coefficient + deviation * standard_error; disperse it as a standard normal number"),
        field("lowest", &T::lowest, "", any_number, Vary::fixed,
              "Lowest product of the factors in the data of the fit [its unit]; default: unknown"),
        field("highest", &T::highest, "", any_number, Vary::fixed,
              "Highest product of the factors in the data of the fit [its unit]; default: unknown"),
    };
  }

  double value() const { return coefficient + deviation * standard_error; }
};

struct ResponseSurface {
  std::string rotor_loads = "added";
  std::vector<SurfaceTerm> terms;

  static constexpr auto fields() {
    using R = ResponseSurface;
    return FieldList{
        field("rotor_loads", &R::rotor_loads, surface_rotor_loads,
              "Whether the surface adds to the loads of the rotor laws or replaces them"),
        field("terms", &R::terms, "", between(1, max_surface_terms), Vary::fixed,
              "Terms of the sums, in the axes of the vehicle's frame"),
    };
  }
};

}  // namespace montecopter
