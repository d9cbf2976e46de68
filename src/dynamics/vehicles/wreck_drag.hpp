#pragma once
/// Drag that events give a vehicle whose terms may include it (events/drag_change.hpp, and failed
/// rotors). EventEffects sets it at every step; without events it is zero.

#include <array>

#include "core/numerics/vec3.hpp"
#include "dynamics/rotors/max_rotors.hpp"

namespace montecopter {

/// All values are multiplied by the density where the air varies.
template <class S, bool possible>
struct WreckDrag {
  WreckDrag() { rotor.fill(S(0.0)); }

  Vec3<S> body = {S(0.0), S(0.0), S(0.0)};  ///< on |v| v_i, per mass [1/m]
  std::array<S, max_rotors> rotor;          ///< on the squared velocity along the axis [kg/m]
  S inverse_mass = S(0.0);                  ///< [1/kg]
};
template <class S>
struct WreckDrag<S, false> {};

}  // namespace montecopter
