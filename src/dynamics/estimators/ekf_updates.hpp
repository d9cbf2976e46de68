#pragma once
/// What each sensor tells the EKF: innovations, and the rows of H by the error state. Readings that
/// come out late are compared with where the estimate has been, to first order in the delay.

#include "dynamics/estimators/ekf_law.hpp"
#include "dynamics/sensors/readings.hpp"

namespace montecopter {

/// How often readings were fused, and the sum of normalised squares of their innovations.
template <class S>
struct Innovations {
  S count, squares;
};

template <class S>
S component(const Vec3<S>& a, int i) {
  return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

/// Row i of R [a]x.
template <class S>
Vec3<S> rotated_cross_row(const Rotation<S>& R, const Vec3<S>& a, int i) {
  const Vec3<S> r = i == 0   ? Vec3<S>{R.xx, R.xy, R.xz}
                    : i == 1 ? Vec3<S>{R.yx, R.yy, R.yz}
                             : Vec3<S>{R.zx, R.zy, R.zz};
  return cross(r, a);  // r^T (a x b) = (r x a)^T b
}

template <class S>
void fuse(const EkfVector<S>& h, const S& innovation, const S& variance, const S& there,
          EkfState<S>& e, Innovations<S>& sums) {
  sums.squares = sums.squares + update(h, innovation, variance, there, e);
  sums.count = sums.count + there;
}

/// Position of an antenna: y = p + R r - v delay.
template <class S>
void fuse_position(const Vec3<S>& reading, const Vec3<S>& antenna, const S& delay,
                   const Vec3<S>& variance, const S& there, Estimate<S>& x, EkfState<S>& e,
                   Innovations<S>& sums) {
  const Rotation<S> R(x.attitude);
  const Vec3<S> news = reading - fnma(delay, x.velocity, x.position + R * antenna);
  for (int i = 0; i < 3; ++i) {
    EkfVector<S> h;
    h.fill(S(0.0));
    h[ekf_position + i] = S(1.0);
    h[ekf_velocity + i] = -delay;
    put_three(-rotated_cross_row(R, antenna, i), &h[ekf_attitude], 1);
    fuse(h, component(news, i), component(variance, i), there, e, sums);
  }
  inject(e, x);
}

/// Velocity of an antenna: y = v + R (omega x r) - a delay, with omega and a of the last reading.
template <class S>
void fuse_velocity(const Vec3<S>& reading, const Vec3<S>& antenna, const S& delay,
                   const Vec3<S>& variance, const ImuReading<S>& last, const S& gravity,
                   const S& there, Estimate<S>& x, EkfState<S>& e, Innovations<S>& sums) {
  const Rotation<S> R(x.attitude);
  const Vec3<S> swing = cross(last.body_rate - x.gyroscope_bias, antenna);
  const Vec3<S> a =
      R * (last.specific_force - x.accelerometer_bias) + Vec3<S>{S(0.0), S(0.0), gravity};
  const Vec3<S> news = reading - fnma(delay, a, x.velocity + R * swing);
  for (int i = 0; i < 3; ++i) {
    EkfVector<S> h;
    h.fill(S(0.0));
    h[ekf_velocity + i] = S(1.0);
    put_three(-rotated_cross_row(R, swing, i), &h[ekf_attitude], 1);
    put_three(rotated_cross_row(R, antenna, i), &h[ekf_gyroscope], 1);
    fuse(h, component(news, i), component(variance, i), there, e, sums);
  }
  inject(e, x);
}

/// Position along z from a height: y = p_z - v_z delay.
template <class S>
void fuse_height(const S& reading, const S& delay, const S& variance, const S& there,
                 Estimate<S>& x, EkfState<S>& e, Innovations<S>& sums) {
  EkfVector<S> h;
  h.fill(S(0.0));
  h[ekf_position + 2] = S(1.0);
  h[ekf_velocity + 2] = -delay;
  const S news = reading - fnma(delay, x.velocity.z, x.position.z);
  fuse(h, news, variance, there, e, sums);
  inject(e, x);
}

/// A known vector of the world in the axes of a sensor: y = M R^T m. With the error in body axes
/// (R exp theta)^T m = R^T m + [R^T m]x theta.
template <class S>
void fuse_direction(const Vec3<S>& reading, const Matrix3<S>& to_axes, const Vec3<S>& field,
                    const Vec3<S>& variance, const S& there, Estimate<S>& x, EkfState<S>& e,
                    Innovations<S>& sums) {
  const Vec3<S> m = Rotation<S>(x.attitude).inverse(field);
  const Vec3<S> news = reading - to_axes * m;
  for (int i = 0; i < 3; ++i) {
    const Vec3<S>& row = i == 0 ? to_axes.x : i == 1 ? to_axes.y : to_axes.z;
    EkfVector<S> h;
    h.fill(S(0.0));
    put_three(cross(row, m), &h[ekf_attitude], 1);
    fuse(h, component(news, i), component(variance, i), there, e, sums);
  }
  inject(e, x);
}

}  // namespace montecopter
