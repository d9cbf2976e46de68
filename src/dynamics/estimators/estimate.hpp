#pragma once
/// What an estimator believes of a flight, and how wrong it is.

#include "dynamics/elementary.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "dynamics/vec3.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct Estimate {
  Vec3<S> position, velocity;  ///< [m], [m/s], NED
  Quat<S> attitude;            ///< body to world
  Vec3<S> accelerometer_bias;  ///< [m/s2], FRD
  Vec3<S> gyroscope_bias;      ///< [rad/s], FRD
};

/// What true states lack from estimated ones, as the error state of an EKF counts it: the attitude
/// is q = q_estimated (x) exp(attitude / 2), an error in body axes.
template <class S>
struct EstimationError {
  Vec3<S> position, velocity, attitude, accelerometer_bias, gyroscope_bias;
};

/// Readings of specific force and angular rate in body axes, not freed from biases.
template <class S>
struct ImuReading {
  Vec3<S> specific_force;  ///< [m/s2]
  Vec3<S> body_rate;       ///< [rad/s]
};

/// q (x) exp(turn / 2), of unit length: turned further by a vector of body axes [rad].
template <class S>
Quat<S> turned(const Quat<S>& q, const Vec3<S>& turn) {
  return normalised(product(q, quaternion_exp<S>(S(0.5) * turn)));
}

/// A vector of the world in body axes, after these have turned.
template <class S>
Vec3<S> after_turn(const Vec3<S>& a, const Vec3<S>& turn) {
  return Rotation<S>(quaternion_exp<S>(S(0.5) * turn)).inverse(a);
}

template <class S>
EstimationError<S> error_of(const Estimate<S>& believed, const Estimate<S>& truth) {
  return {truth.position - believed.position, truth.velocity - believed.velocity,
          rotation_vector(product(conjugate(believed.attitude), truth.attitude)),
          truth.accelerometer_bias - believed.accelerometer_bias,
          truth.gyroscope_bias - believed.gyroscope_bias};
}

/// Inertial navigation from one reading to the next, dt [s] later. Readings are taken to change
/// linearly between (trapezoidal rule), so that the error of a step is of third order in dt; over
/// an inertial (flat, not turning) Earth with the gravity [m/s2] given. dt = 0 leaves all as it is,
/// but for the rounding of |q|.
template <class S>
void navigate(const ImuReading<S>& from, const ImuReading<S>& to, const S& gravity, const S& dt,
              Estimate<S>& x) {
  const Vec3<S> g = {S(0.0), S(0.0), gravity};
  const Vec3<S> rate = S(0.5) * (from.body_rate + to.body_rate) - x.gyroscope_bias;
  const Rotation<S> R(x.attitude);
  x.attitude = turned(x.attitude, dt * rate);
  const Vec3<S> before = R * (from.specific_force - x.accelerometer_bias) + g;
  const Vec3<S> after = Rotation<S>(x.attitude) * (to.specific_force - x.accelerometer_bias) + g;
  const Vec3<S> bent = (dt * S(1.0 / 6.0)) * (S(2.0) * before + after);
  x.position = fma(dt, x.velocity + bent, x.position);
  x.velocity = fma(S(0.5) * dt, before + after, x.velocity);
}

/// What the estimate is `ahead` [s] after the last reading if that holds on.
template <class S>
Estimate<S> foreseen(const Estimate<S>& x, const ImuReading<S>& last, const S& gravity,
                     const S& ahead) {
  const Vec3<S> f = Rotation<S>(x.attitude) * (last.specific_force - x.accelerometer_bias);
  const Vec3<S> a = f + Vec3<S>{S(0.0), S(0.0), gravity};
  Estimate<S> y = x;
  y.position = fma(ahead, fma(S(0.5) * ahead, a, x.velocity), x.position);
  y.velocity = fma(ahead, a, x.velocity);
  y.attitude = turned(x.attitude, ahead * (last.body_rate - x.gyroscope_bias));
  return y;
}

}  // namespace montecopter
