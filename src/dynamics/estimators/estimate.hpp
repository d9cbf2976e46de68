#pragma once
/// The estimated state, its error, and inertial navigation by one step.

#include "core/numerics/elementary.hpp"
#include "core/numerics/quaternion_exp.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct Estimate {
  Vec3<S> position, velocity;  ///< [m], [m/s], NED
  Quat<S> attitude;            ///< body to world
  Vec3<S> accelerometer_bias;  ///< [m/s2], FRD
  Vec3<S> gyroscope_bias;      ///< [rad/s], FRD
};

/// True minus estimated state, as the error state of an EKF counts it. The attitude is q =
/// q_estimated (x) exp(attitude / 2), an error in body axes [rad], as are the biases. Position [m]
/// and velocity [m/s] are NED.
template <class S>
struct EstimationError {
  Vec3<S> position, velocity, attitude, accelerometer_bias, gyroscope_bias;
};

/// Readings of specific force and angular rate in body axes, biases included.
template <class S>
struct ImuReading {
  Vec3<S> specific_force;  ///< [m/s2]
  Vec3<S> body_rate;       ///< [rad/s]
};

/// q (x) exp(turn / 2), of unit length: turned further by a vector of body axes [rad].
template <class S>
Quat<S> turned(const Quat<S>& q_WB, const Vec3<S>& theta_B) {
  return normalised(product(q_WB, quaternion_exp<S>(S(0.5) * theta_B)));
}

/// A vector of the world in body axes, after these have turned.
template <class S>
Vec3<S> after_turn(const Vec3<S>& a_B, const Vec3<S>& theta_B) {
  return Rotation<S>(quaternion_exp<S>(S(0.5) * theta_B)).inverse(a_B);
}

template <class S>
EstimationError<S> error_of(const Estimate<S>& estimated, const Estimate<S>& truth) {
  return {truth.position - estimated.position, truth.velocity - estimated.velocity,
          rotation_vector(product(conjugate(estimated.attitude), truth.attitude)),
          truth.accelerometer_bias - estimated.accelerometer_bias,
          truth.gyroscope_bias - estimated.gyroscope_bias};
}

/// Motion over an interval of `dt` [s] by the readings at its ends and the biases, whatever the
/// attitude. It has half the rotation vector of the body [rad], and its specific force at both ends
/// [m/s2], FRD.
template <class S>
struct BodyMotion {
  Vec3<S> half_turn_B, f_0_B, f_1_B;
  S dt;
};
template <class S>
BodyMotion<S> body_motion(const ImuReading<S>& from, const ImuReading<S>& to, const S& dt,
                          const Estimate<S>& x) {
  const Vec3<S> w_WB_B = S(0.5) * (from.body_rate + to.body_rate) - x.gyroscope_bias;
  return {S(0.5) * (dt * w_WB_B), from.specific_force - x.accelerometer_bias,
          to.specific_force - x.accelerometer_bias, dt};
}

/// Moves position and velocity over an interval, over an inertial (flat, not turning) Earth with
/// the given gravity [m/s2], between two attitudes.
template <class S>
void move(const BodyMotion<S>& motion, const S& gravity, const Rotation<S>& R_WB_0,
          const Rotation<S>& R_WB_1, Estimate<S>& x) {
  const Vec3<S> g_W = {S(0.0), S(0.0), gravity};
  const S& dt = motion.dt;
  const Vec3<S> a_0_W = R_WB_0 * motion.f_0_B + g_W;
  const Vec3<S> a_1_W = R_WB_1 * motion.f_1_B + g_W;
  const Vec3<S> mean_delta_v_W = (dt * S(1.0 / 6.0)) * (S(2.0) * a_0_W + a_1_W);
  x.position = fma(dt, x.velocity + mean_delta_v_W, x.position);
  x.velocity = fma(S(0.5) * dt, a_0_W + a_1_W, x.velocity);
}

/// Inertial navigation over an interval in which the body makes `turn`. Readings are assumed to
/// change linearly between (trapezoidal rule), so that the error of a step is of third order in dt.
/// For dt = 0 all stays as it is, but for the rounding of |q|. `R_WB` is the rotation of x.attitude
/// at the start.
template <class S>
void navigate(const BodyMotion<S>& motion, const Quat<S>& turn, const S& gravity,
              const Rotation<S>& R_WB, Estimate<S>& x) {
  x.attitude = normalised(product(x.attitude, turn));
  move(motion, gravity, R_WB, Rotation<S>(x.attitude), x);
}

/// The same from one reading to the next, dt [s] later.
template <class S>
void navigate(const ImuReading<S>& from, const ImuReading<S>& to, const S& gravity, const S& dt,
              Estimate<S>& x) {
  const BodyMotion<S> motion = body_motion(from, to, dt, x);
  navigate(motion, quaternion_exp(motion.half_turn_B), gravity, Rotation<S>(x.attitude), x);
}

/// The estimate extrapolated by `ahead` [s], with the last reading held.
template <class S>
Estimate<S> extrapolated(const Estimate<S>& x, const ImuReading<S>& last, const S& gravity,
                         const S& ahead) {
  const Vec3<S> f_W = Rotation<S>(x.attitude) * (last.specific_force - x.accelerometer_bias);
  const Vec3<S> a_WB_W = f_W + Vec3<S>{S(0.0), S(0.0), gravity};
  Estimate<S> y = x;
  y.position = fma(ahead, fma(S(0.5) * ahead, a_WB_W, x.velocity), x.position);
  y.velocity = fma(ahead, a_WB_W, x.velocity);
  y.attitude = turned(x.attitude, ahead * (last.body_rate - x.gyroscope_bias));
  return y;
}

}  // namespace montecopter
