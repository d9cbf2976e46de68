#pragma once
/// State of a vehicle, x = [p v q omega act] (docs/models.md 1.1), in SI units:
///
///   x[0..2]    p_WB_W    position of the centre of mass, NED [m]
///   x[3..5]    v_WB_W    its velocity over the ground, NED [m/s]
///   x[6..9]    q_WB      attitude, scalar first, turns body vectors into the world
///   x[10..12]  w_WB_B    angular velocity, FRD [rad/s]
///   x[13..]    act       motors: the first state of each, then the second;
///                        of a helicopter: speed of the main rotor, then the servos
///
/// The derivative of a state is a State, too: `rate.velocity()` is an acceleration. Integrators see
/// the array x and no more; equations use the named parts. In lanes S is a pack: x[k] holds number
/// k of all lanes side by side.

#include <array>

#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Components of the rigid body, before the actuators.
inline constexpr int rigid_body_size = 13;

/// Flat, so that integrators see an array; `actuators` is the capacity of the actuator part.
template <class S, int actuators>
struct State {
  std::array<S, rigid_body_size + actuators> x;

  Vec3<S> position() const { return {x[0], x[1], x[2]}; }
  Vec3<S> velocity() const { return {x[3], x[4], x[5]}; }
  Quat<S> attitude() const { return {x[6], x[7], x[8], x[9]}; }
  Vec3<S> body_rate() const { return {x[10], x[11], x[12]}; }
  const S& actuator(int i) const { return x[rigid_body_size + i]; }
  S& actuator(int i) { return x[rigid_body_size + i]; }

  void set_position(const Vec3<S>& a) { x[0] = a.x, x[1] = a.y, x[2] = a.z; }
  void set_velocity(const Vec3<S>& a) { x[3] = a.x, x[4] = a.y, x[5] = a.z; }
  void set_attitude(const Quat<S>& q) { x[6] = q.w, x[7] = q.x, x[8] = q.y, x[9] = q.z; }
  void set_body_rate(const Vec3<S>& a) { x[10] = a.x, x[11] = a.y, x[12] = a.z; }

  /// Scales the quaternion to unit length.
  void normalise_attitude() {
    const S n2 = fma(x[6], x[6], x[7] * x[7]) + fma(x[8], x[8], x[9] * x[9]);
    const S scale = S(1.0) / sqrt(n2);
    for (int i = 6; i < 10; ++i) x[i] = x[i] * scale;
  }
};

}  // namespace montecopter
