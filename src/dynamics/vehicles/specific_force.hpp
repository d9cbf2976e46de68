#pragma once
/// Specific force at the centre of mass: at an instant, and as a mean over a step. Flight calls
/// specific_force() where readings or traces need it, and step_means() after each step of flights
/// whose sensors average.

#include "dynamics/sensors/truth.hpp"

namespace montecopter {

/// R^T (v' - g) [m/s2], body axes: what an ideal accelerometer at the centre of mass reads, for the
/// rate x' of a state.
template <class Vehicle>
Vec3<typename Vehicle::S> specific_force(const Vehicle& vehicle,
                                         const typename Vehicle::StateType& state,
                                         const typename Vehicle::StateType& rate) {
  using S = typename Vehicle::S;
  Vec3<S> f_W = rate.velocity();
  f_W.z = f_W.z - vehicle.gravity(state.x[2]);
  return Rotation<S>(state.attitude()).inverse(f_W);
}

/// Means over a step of `dt` [s] between two states, whatever the forces were. The specific force
/// is R^T ((v_1 - v_0) / dt - g) with the attitude midway and the mean of gravity at both ends.
/// Body rates are averaged, and angular acceleration is the change of the body rate by dt. Second
/// order in dt. Attitude, body rate, specific force and angular acceleration of the result are set,
/// no more.
template <class Vehicle>
Truth<typename Vehicle::S> step_means(const Vehicle& vehicle,
                                      const typename Vehicle::StateType& from,
                                      const typename Vehicle::StateType& to, double dt) {
  using S = typename Vehicle::S;
  const S half(0.5), per_s(1.0 / dt);
  const Quat<S> q_WB_0 = from.attitude(), q_WB_1 = to.attitude();
  const Quat<S> sum = {q_WB_0.w + q_WB_1.w, q_WB_0.x + q_WB_1.x, q_WB_0.y + q_WB_1.y,
                       q_WB_0.z + q_WB_1.z};
  Vec3<S> f_W = per_s * (to.velocity() - from.velocity());
  f_W.z = fnma(half, vehicle.gravity(from.x[2]) + vehicle.gravity(to.x[2]), f_W.z);
  Truth<S> mean;
  mean.attitude = normalised(sum);
  mean.body_rate = half * (from.body_rate() + to.body_rate());
  mean.specific_force = Rotation<S>(mean.attitude).inverse(f_W);
  mean.angular_acceleration = per_s * (to.body_rate() - from.body_rate());
  return mean;
}

}  // namespace montecopter
