#pragma once
/// What an accelerometer feels.

#include "dynamics/vec3.hpp"

namespace montecopter {

/// R^T (v' - g) [m/s2], body axes: what an ideal accelerometer at the centre of mass reads, for the
/// rate x' of a state.
template <class Vehicle>
Vec3<typename Vehicle::S> specific_force(const Vehicle& vehicle,
                                         const typename Vehicle::StateType& state,
                                         const typename Vehicle::StateType& rate) {
  using S = typename Vehicle::S;
  Vec3<S> a = rate.velocity();
  a.z = a.z - vehicle.gravity(state.x[2]);
  return Rotation<S>(state.attitude()).inverse(a);
}

}  // namespace montecopter
