#pragma once
/// Common part of the grounds of PX4's simulation in hardware. Sources: sih2019.hpp, sih2022.hpp.

#include "dynamics/grounds/ground_height.hpp"
#include "dynamics/state.hpp"

namespace montecopter {

struct SihGround : GroundHeight {
  static constexpr bool pushes = false, stops_vehicles = true;

  /// Whether a vehicle in this state, whose x' is `rate`, is held: below the ground, and sinking or
  /// about to,
  ///
  ///   z > z_ground and (z'' > 0 or z' > 0)
  template <class S, int actuators>
  static decltype(S(0.0) < S(0.0)) is_held(const State<S, actuators>& state,
                                           const State<S, actuators>& rate, const S& ground_z) {
    return (ground_z < state.position().z) & (S(0.0) < max(rate.velocity().z, state.velocity().z));
  }
};

}  // namespace montecopter
