#pragma once
/// A response surface folded for the kernels, in NED/FRD. Terms with the same factors and centre
/// are one column of forces and moments. fold_surface() (response_surface_setup.hpp) fills the
/// constants of each sample.

#include <array>
#include <cstdint>

#include "core/numerics/vec3.hpp"
#include "dynamics/rotors/max_rotors.hpp"

namespace montecopter {

/// Different products of factors of a surface, at most.
inline constexpr int max_surface_columns = 48;

/// Places of the variables: 1; u, v, w; p, q, r; the speed of each rotor; its acceleration.
struct SurfaceVariable {
  static constexpr int one = 0, velocity = 1, body_rate = 4, rotor_speed = 7;
  static constexpr int rotor_acceleration = rotor_speed + max_rotors;
  static constexpr int count = rotor_acceleration + max_rotors;
};

/// Common part of all samples: which variables each column multiplies.
struct SurfaceForm {
  int columns = 0;
  bool replaces_rotors = false;
  std::array<std::array<std::uint8_t, 3>, max_surface_columns> factor{};

  friend bool operator==(const SurfaceForm&, const SurfaceForm&) = default;
};

template <class S>
struct SurfaceColumn {
  Vec3<S> force;                 ///< per unit of the product [N]
  Vec3<S> angular_acceleration;  ///< J^-1 M [rad/s2]
  S centre;
};

/// All members are S.
template <class S>
struct SurfaceConstants {
  S inverse_mass;  ///< [1/kg]
  std::array<SurfaceColumn<S>, max_surface_columns> column;
};

/// The surface of a vehicle whose terms may include one. Events change `speed_factor` of failed
/// rotors, and `c.inverse_mass`.
template <class S, bool possible>
struct OwnSurface {
  explicit OwnSurface(const SurfaceForm& of) : form(of) { speed_factor.fill(S(1.0)); }

  const SurfaceForm& form;
  SurfaceConstants<S> c;
  std::array<S, max_rotors> speed_factor;
};
template <class S>
struct OwnSurface<S, false> {
  explicit OwnSurface(const SurfaceForm&) {}
};

}  // namespace montecopter
