#pragma once
/// Input of a controller of a closed loop, and output of one that commands a wrench.

#include <array>

#include "core/numerics/vec3.hpp"

namespace montecopter {

/// The state that a controller uses: the true one or the estimate.
template <class S>
struct Feedback {
  Vec3<S> position, velocity;  ///< [m], [m/s], NED
  Quat<S> attitude;            ///< body to world
  Vec3<S> body_rate;           ///< [rad/s], FRD
  S rotor_speed = S(0.0);      ///< of the main rotor of a helicopter [rad/s]
};

/// The vehicle as a controller knows it: the nominal one of the scenario (of the sweep point),
/// never a sample's own.
template <class S>
struct KnownVehicle {
  S mass;                 ///< [kg]
  S gravity;              ///< [m/s2], downwards
  Symmetric3<S> inertia;  ///< [kg m2], FRD
};

/// Collective thrust and moment of all rotors.
template <class S>
struct Wrench {
  S thrust;        ///< [N], along -z of the body
  Vec3<S> moment;  ///< [N m], FRD
};

/// Kind of command of a vehicle: a wrench that is allocated to the rotors of a multirotor, or the
/// servos of a helicopter.
struct CommandForm {
  int commands = 0;   ///< 4: thrust and moment; 5: servos
  int lag_order = 0;  ///< states per command of motors or servos: 0 to 2

  bool is_wrench() const { return commands == 4; }
};

/// The trim that a sample starts in, as its controller holds it. All members are S.
template <class S>
struct HeldTrim {
  std::array<S, 5> command;      ///< wrench [N, N m], or servos
  Vec3<S> angular_acceleration;  ///< that moment on the known inertia [rad/s2], FRD
  std::array<S, 5> sums;         ///< integrals of a linear-quadratic regulator

  Wrench<S> wrench() const { return {command[0], {command[1], command[2], command[3]}}; }
};

/// Value of an integral in a trim: 0 where it has no gain, because it is not used then.
template <class S>
Vec3<S> where_integrated(const Vec3<S>& gain, const Vec3<S>& needed) {
  const S zero(0.0);
  return {select(gain.x > zero, needed.x, zero), select(gain.y > zero, needed.y, zero),
          select(gain.z > zero, needed.z, zero)};
}

}  // namespace montecopter
