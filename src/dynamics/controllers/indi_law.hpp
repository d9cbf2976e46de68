#pragma once
/// Incremental nonlinear dynamic inversion over lanes. Source: E. Tal and S. Karaman, IEEE Trans.
/// Control Systems Technology 29 (2021) 1203, sections III and IV. Accelerations are differences of
/// velocity and body rate between looks; thrust and moment are those that were commanded, behind a
/// lag in place of a measured rotor speed. The same low-pass is on all four.

#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/flatness.hpp"
#include "dynamics/controllers/low_pass.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct IndiGains {
  Vec3<S> position, velocity, acceleration, attitude, rate;
  S cutoff;     ///< [rad/s]
  S motor_lag;  ///< [s]
};

/// All gains times a factor; cut-off and lag stay.
template <class S>
IndiGains<S> operator*(const S& factor, const IndiGains<S>& k) {
  return {factor * k.position, factor * k.velocity, factor * k.acceleration,
          factor * k.attitude, factor * k.rate,     k.cutoff,
          k.motor_lag};
}

template <class S>
struct IndiMemory {
  LowPass<S> velocity, body_rate;
  LowPass<S> push;    ///< thrust per mass, NED [m/s2]
  LowPass<S> moment;  ///< FRD [N m]
  Wrench<S> lagged;   ///< what the rotors are taken to give

  void start(const Feedback<S>& x, const KnownVehicle<S>& vehicle) {
    const Rotation<S> R(x.attitude);
    lagged = {vehicle.mass * vehicle.gravity, {S(0.0), S(0.0), S(0.0)}};
    velocity.start(x.velocity);
    body_rate.start(x.body_rate);
    push.start(-vehicle.gravity * axes_of(R).z);
    moment.start(lagged.moment);
  }
};

/// `applied`: thrust and moment that were commanded over the period that ends now.
template <class S>
Wrench<S> indi_wrench(const IndiGains<S>& k, const KnownVehicle<S>& vehicle, const Feedback<S>& x,
                      const Reference<S>& d, const S& period_s, const Wrench<S>& applied,
                      IndiMemory<S>& memory) {
  const Rotation<S> R(x.attitude);
  const BodyAxes<S> is = axes_of(R);
  const LowPassStep<S> filter(k.cutoff, period_s);
  const S share = period_s / (k.motor_lag + period_s);
  Wrench<S>& w = memory.lagged;
  w.thrust = fma(share, applied.thrust - w.thrust, w.thrust);
  w.moment = fma(share, applied.moment - w.moment, w.moment);
  memory.velocity.follow(x.velocity, filter);
  memory.body_rate.follow(x.body_rate, filter);
  memory.push.follow((-w.thrust / vehicle.mass) * is.z, filter);
  memory.moment.follow(w.moment, filter);

  const Vec3<S>& felt = memory.velocity.rate;
  const Vec3<S> wanted = d.acceleration + times(k.position, d.position - x.position) +
                         times(k.velocity, d.velocity - x.velocity) +
                         times(k.acceleration, d.acceleration - felt);
  const Vec3<S> push = memory.push.value + (wanted - felt);
  const Quat<S> goal = quaternion_of(pointed(unit(-push), d.nose()));
  const Vec3<S> error = rotation_vector(rotation_between(x.attitude, goal));

  const Turn<S> turn = turn_along(d, vehicle.gravity);
  const Vec3<S> rate = R.inverse(turn.rate);
  const Vec3<S> ahead = R.inverse(turn.spin_up) - cross(x.body_rate, rate);
  const Vec3<S> spin_up = ahead + times(k.attitude, error) + times(k.rate, rate - x.body_rate);
  return {vehicle.mass * -dot(push, is.z),
          memory.moment.value + vehicle.inertia * (spin_up - memory.body_rate.rate)};
}

}  // namespace montecopter
