#pragma once
/// The measurement updates of the EKF: for each sensor the innovation, and the rows of H = dh/de by
/// the error state of ekf_law.hpp. Readings are fused when the filter has got to their time. The
/// rest of their age, T below (`delay`), is less than a step, and is bridged with the present
/// acceleration and body rate. `present` is 1 in the lanes that have the reading and 0 in the
/// others.

#include "core/numerics/matrix3.hpp"
#include "dynamics/estimators/ekf_law.hpp"

namespace montecopter {

/// Number of scalar updates, and the sum of their normalised squared innovations (NIS).
template <class S>
struct Innovations {
  S count, squares;
};

template <class S>
S component(const Vec3<S>& a, int i) {
  return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

template <class S>
Vec3<S> row_of(const Rotation<S>& R, int i) {
  return i == 0   ? Vec3<S>{R.xx, R.xy, R.xz}
         : i == 1 ? Vec3<S>{R.yx, R.yy, R.yz}
                  : Vec3<S>{R.zx, R.zy, R.zz};
}

/// Row i of R [a]x: r (a x b) = (r x a) b.
template <class S>
Vec3<S> rotated_cross_row(const Rotation<S>& R, const Vec3<S>& a, int i) {
  return cross(row_of(R, i), a);
}

/// The elements of a row that may differ from zero are in `places`.
template <class S, int... k>
void fuse(const EkfVector<S>& h, KalmanPlaces<k...> places, const S& innovation, const S& variance,
          const S& present, EkfState<S>& e, Innovations<S>& sums) {
  sums.squares = sums.squares + update(h, places, innovation, variance, present, e);
  sums.count = sums.count + present;
}

/// The estimated motion at the time of the filter, and by how much a reading is older.
template <class S>
struct PredictedMotion {
  Rotation<S> R_WB;
  Vec3<S> f_B, w_WB_B, a_WB_W;  ///< specific force, body rate, acceleration; free of biases
  S delay;

  PredictedMotion(const Estimate<S>& x, const ImuReading<S>& last, const S& gravity,
                  const S& delay_s)
      : R_WB(x.attitude),
        f_B(last.specific_force - x.accelerometer_bias),
        w_WB_B(last.body_rate - x.gyroscope_bias),
        a_WB_W(R_WB * f_B + Vec3<S>{S(0.0), S(0.0), gravity}),
        delay(delay_s) {}

  /// Adds to a row of H `scale` times that of the acceleration along axis i.
  void add_acceleration(int i, const S& scale, EkfVector<S>& h) const {
    const Vec3<S> row_theta = (-scale) * rotated_cross_row(R_WB, f_B, i);
    const Vec3<S> row_ba = (-scale) * row_of(R_WB, i);
    put_three(three_of(&h[ekf_attitude], 1) + row_theta, &h[ekf_attitude], 1);
    put_three(three_of(&h[ekf_accelerometer], 1) + row_ba, &h[ekf_accelerometer], 1);
  }
};

/// Calls use<i>() for the axes i = 0, 1, 2.
template <class Use>
void each_axis(Use use) {
  use.template operator()<0>();
  use.template operator()<1>();
  use.template operator()<2>();
}

/// Position of an antenna, T ago: y = p + R r - v T + a T^2 / 2. Its lever arm r = exp(-T w) r_0
/// (`r_BS_B`) is as the antenna lay T ago, in the body axes of now. The attitude error at that time
/// was theta + T b_g.
template <class S>
void fuse_position(const Vec3<S>& p_WS_W, const Vec3<S>& r_BS_B, const PredictedMotion<S>& m,
                   const Vec3<S>& variance, const S& present, Estimate<S>& x, EkfState<S>& e,
                   Innovations<S>& sums) {
  const S half = S(0.5) * m.delay * m.delay;
  const Vec3<S> p_WB_W = fnma(m.delay, x.velocity, fma(half, m.a_WB_W, x.position));
  const Vec3<S> innovation = p_WS_W - (p_WB_W + m.R_WB * r_BS_B);
  each_axis([&]<int i>() {
    EkfVector<S> h;
    h.fill(S(0.0));
    h[ekf_position + i] = S(1.0);
    h[ekf_velocity + i] = -m.delay;
    const Vec3<S> row_theta = -rotated_cross_row(m.R_WB, r_BS_B, i);
    put_three(row_theta, &h[ekf_attitude], 1);
    put_three(m.delay * row_theta, &h[ekf_gyroscope], 1);
    m.add_acceleration(i, half, h);
    fuse(h, KalmanPlaces<ekf_position + i, ekf_velocity + i, 6, 7, 8, 9, 10, 11, 12, 13, 14>{},
         component(innovation, i), component(variance, i), present, e, sums);
  });
  inject(e, x);
}

/// Velocity of an antenna, T ago: y = v + R (w x r) - a T, with r as above. An error of the body
/// rate changes it by R exp(-T w) (r_0 x b_g), which is R (1 - T [w]x) (r x b_g) to first order in
/// T. It also turns w x r as it turns the lever arm.
template <class S>
void fuse_velocity(const Vec3<S>& v_WS_W, const Vec3<S>& r_BS_B, const PredictedMotion<S>& m,
                   const Vec3<S>& variance, const S& present, Estimate<S>& x, EkfState<S>& e,
                   Innovations<S>& sums) {
  const Vec3<S> v_BS_B = cross(m.w_WB_B, r_BS_B);
  const Vec3<S> innovation = v_WS_W - fnma(m.delay, m.a_WB_W, x.velocity + m.R_WB * v_BS_B);
  each_axis([&]<int i>() {
    EkfVector<S> h;
    h.fill(S(0.0));
    h[ekf_velocity + i] = S(1.0);
    const Vec3<S> row = row_of(m.R_WB, i), row_theta = -cross(row, v_BS_B);
    const Vec3<S> row_then = fma(m.delay, cross(m.w_WB_B, row), row);
    put_three(row_theta, &h[ekf_attitude], 1);
    put_three(fma(m.delay, row_theta, cross(row_then, r_BS_B)), &h[ekf_gyroscope], 1);
    m.add_acceleration(i, -m.delay, h);
    fuse(h, KalmanPlaces<ekf_velocity + i, 6, 7, 8, 9, 10, 11, 12, 13, 14>{},
         component(innovation, i), component(variance, i), present, e, sums);
  });
  inject(e, x);
}

/// Position along z from a height, T ago: y = p_z - v_z T + a_z T^2 / 2.
template <class S>
void fuse_height(const S& reading_z, const PredictedMotion<S>& m, const S& variance,
                 const S& present, Estimate<S>& x, EkfState<S>& e, Innovations<S>& sums) {
  const S half = S(0.5) * m.delay * m.delay;
  EkfVector<S> h;
  h.fill(S(0.0));
  h[ekf_position + 2] = S(1.0);
  h[ekf_velocity + 2] = -m.delay;
  m.add_acceleration(2, half, h);
  const S p_z = fnma(m.delay, x.velocity.z, fma(half, m.a_WB_W.z, x.position.z));
  fuse(h, KalmanPlaces<2, 5, 6, 7, 8, 9, 10, 11>{}, reading_z - p_z, variance, present, e, sums);
  inject(e, x);
}

/// Body to the axes of a sensor as these lay before a turn: M exp(turn).
template <class S>
Matrix3<S> axes_before(const Matrix3<S>& R_SB, const Vec3<S>& theta_B) {
  return {after_turn(R_SB.x, theta_B), after_turn(R_SB.y, theta_B), after_turn(R_SB.z, theta_B)};
}

/// A known vector of the world in the axes that a sensor had T ago: y = M R^T m. With the error in
/// body axes (R exp theta)^T m = R^T m + [R^T m]x theta, and theta + T b_g is what it was.
template <class S>
void fuse_direction(const Vec3<S>& b_S, const Matrix3<S>& R_SB, const Vec3<S>& b_W, const S& delay,
                    const Vec3<S>& variance, const S& present, Estimate<S>& x, EkfState<S>& e,
                    Innovations<S>& sums) {
  const Vec3<S> b_B = Rotation<S>(x.attitude).inverse(b_W);
  const Vec3<S> innovation = b_S - R_SB * b_B;
  each_axis([&]<int i>() {
    const Vec3<S>& row = i == 0 ? R_SB.x : i == 1 ? R_SB.y : R_SB.z;
    EkfVector<S> h;
    h.fill(S(0.0));
    put_three(cross(row, b_B), &h[ekf_attitude], 1);
    put_three(delay * cross(row, b_B), &h[ekf_gyroscope], 1);
    fuse(h, KalmanPlaces<6, 7, 8, 12, 13, 14>{}, component(innovation, i), component(variance, i),
         present, e, sums);
  });
  inject(e, x);
}

}  // namespace montecopter
