#pragma once
/// Set-up of response surfaces: names of factors, columns for the kernels, and ranges of validity.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/response_surface_constants.hpp"

namespace montecopter {

/// Place of a factor among the variables (SurfaceVariable); nullopt: there is none of this name.
std::optional<int> surface_variable(std::string_view factor);

/// Whether a place is that of a rotor's speed or acceleration, and of which rotor.
std::optional<int> rotor_of_variable(int place);
constexpr bool is_rotor_acceleration(int place) {
  return place >= SurfaceVariable::rotor_acceleration;
}

/// The columns of a vehicle's terms, in the order of their first term; none without a surface.
SurfaceForm surface_form(const Multirotor& vehicle);

/// Number of columns that the terms need, however many that is.
int surface_columns(const ResponseSurface& surface);

/// Adds up the terms of each column of the form.
SurfaceConstants<double> fold_surface(const Multirotor& vehicle, const SurfaceForm& form);

/// A vehicle in flight, as the ranges of terms see it: FRD, and the speed of each rotor.
struct SurfaceFlight {
  Vec3<double> v_AB_B, w_WB_B;
  const double* rotor_speed;
};

/// Range of the product of variables, in FRD.
struct SurfaceRange {
  std::array<std::uint8_t, 3> factor{};
  double sign = 1;  ///< of the product in the vehicle's frame
  double lowest = 0, highest = 0;

  /// Product of the factors, in the axes of the vehicle's frame.
  double product(const SurfaceFlight& flight) const;
  bool contains(const SurfaceFlight& flight) const;
};

/// Ranges of the terms that have one.
std::vector<SurfaceRange> surface_ranges(const Multirotor& vehicle);

/// Whether some term has a range.
bool has_surface_range(const Multirotor& vehicle);

/// Whether the product of some term is outside its range.
bool is_outside_surface(const Multirotor& vehicle, const SurfaceFlight& flight);

}  // namespace montecopter
