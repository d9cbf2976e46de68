#pragma once
/// Desired attitudes from a direction of thrust and a heading, and errors of attitude, over lanes.

#include "core/numerics/quaternion_exp.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// The axes of a body, unit vectors; each in world axes where nothing else is said.
template <class S>
struct BodyAxes {
  Vec3<S> x, y, z;
};

template <class S>
BodyAxes<S> axes_of(const Rotation<S>& R_WB) {
  return {{R_WB.xx, R_WB.yx, R_WB.zx}, {R_WB.xy, R_WB.yy, R_WB.zy}, {R_WB.xz, R_WB.yz, R_WB.zz}};
}

/// The inverse of a length, of 1e-6 at least, so that it stays finite.
template <class S>
S inverse_of_length(const S& length) {
  return S(1.0) / max(length, S(1e-6));
}
template <class S>
S inverse_length(const Vec3<S>& a) {
  return inverse_of_length(sqrt(dot(a, a)));
}

/// a / |a|.
template <class S>
Vec3<S> unit(const Vec3<S>& a) {
  return inverse_length(a) * a;
}

/// The body whose z axis is `z_W` (of length 1) and whose x axis is as near as can be to `nose_W`.
template <class S>
BodyAxes<S> pointed(const Vec3<S>& z_W, const Vec3<S>& nose_W) {
  const Vec3<S> y_W = unit(cross(z_W, nose_W));
  return {cross(y_W, z_W), y_W, z_W};
}

/// 1/2 vee(Rd^T R - R^T Rd), the error of attitude of Lee and of Mellinger, from the desired axes
/// R^T Rd, expressed in the axes of the body.
template <class S>
Vec3<S> vee_error(const BodyAxes<S>& desired_B) {
  const S half(0.5);
  return {half * (desired_B.z.y - desired_B.y.z), half * (desired_B.x.z - desired_B.z.x),
          half * (desired_B.y.x - desired_B.x.y)};
}

/// The error from the desired and the actual body, both expressed in the axes of the world.
template <class S>
Vec3<S> vee_error(const BodyAxes<S>& desired_W, const BodyAxes<S>& actual_W) {
  const S half(0.5);
  return {half * (dot(desired_W.z, actual_W.y) - dot(desired_W.y, actual_W.z)),
          half * (dot(desired_W.x, actual_W.z) - dot(desired_W.z, actual_W.x)),
          half * (dot(desired_W.y, actual_W.x) - dot(desired_W.x, actual_W.y))};
}

/// The quaternion of a body. Each of the four sums is four times a square of a component; the
/// largest is divided by, as in S. W. Shepperd, "Quaternion from rotation matrix", J. Guidance and
/// Control 1 (1978) 223.
template <class S>
Quat<S> quaternion_of(const BodyAxes<S>& b_W) {
  const S one(1.0);
  const S w2 = one + b_W.x.x + b_W.y.y + b_W.z.z, x2 = one + b_W.x.x - b_W.y.y - b_W.z.z;
  const S y2 = one - b_W.x.x + b_W.y.y - b_W.z.z, z2 = one - b_W.x.x - b_W.y.y + b_W.z.z;
  const S wx = b_W.y.z - b_W.z.y, wy = b_W.z.x - b_W.x.z, wz = b_W.x.y - b_W.y.x;
  const S xy = b_W.x.y + b_W.y.x, xz = b_W.x.z + b_W.z.x, yz = b_W.y.z + b_W.z.y;
  const auto scaled = [](const Quat<S>& q, const S& square) -> Quat<S> {
    const S scale = S(0.5) / sqrt(square);
    return {scale * q.w, scale * q.x, scale * q.y, scale * q.z};
  };
  Quat<S> q = {w2, wx, wy, wz};
  if (all((x2 < w2) & (y2 < w2) & (z2 < w2))) return scaled(q, w2);  // the same bits, sooner
  S most = w2;
  const auto prefer = [&](const S& square, const Quat<S>& row) {
    const auto larger = square > most;
    most = select(larger, square, most);
    q = {select(larger, row.w, q.w), select(larger, row.x, q.x), select(larger, row.y, q.y),
         select(larger, row.z, q.z)};
  };
  prefer(x2, {wx, x2, xy, xz});
  prefer(y2, {wy, xy, y2, yz});
  prefer(z2, {wz, xz, yz, z2});
  return scaled(q, most);
}

/// The rotation from a to b in the axes of a, conj(a) (x) b, of the two signs that with w >= 0.
template <class S>
Quat<S> rotation_between(const Quat<S>& a, const Quat<S>& b) {
  const Quat<S> q = {fma(a.w, b.w, fma(a.x, b.x, fma(a.y, b.y, a.z * b.z))),
                     fma(a.w, b.x, fnma(a.x, b.w, fnma(a.y, b.z, a.z * b.y))),
                     fma(a.w, b.y, fnma(a.y, b.w, fnma(a.z, b.x, a.x * b.z))),
                     fma(a.w, b.z, fnma(a.z, b.w, fnma(a.x, b.y, a.y * b.x)))};
  if (all(S(0.0) < q.w)) return q;  // the same bits, sooner
  const S sign = select(q.w < S(0.0), S(-1.0), S(1.0));
  return {sign * q.w, sign * q.x, sign * q.y, sign * q.z};
}

/// The rotation vector [rad] to a body, whose axes are given in the axes from which it is turned.
/// The difference of the matrix and its transpose is twice the sine of the angle along the axis.
/// Below 30 degrees it is enough, and no root or quotient is waited for; else the quaternion is
/// used.
template <class S>
Vec3<S> rotation_vector(const BodyAxes<S>& b) {
  const Vec3<S> minus_sine = vee_error(b);
  const S square = dot(minus_sine, minus_sine);
  const auto small = (square < S(0.25)) & (S(1.0) < b.x.x + b.y.y + b.z.z);
  const Vec3<S> near = (-arcsine_ratio(square)) * minus_sine;
  if (all(small)) return near;  // the same bits, sooner
  const Vec3<S> far = rotation_vector(quaternion_of(b));
  return select(small, near, far);
}

/// Twice the vector of a rotation q with w >= 0 whose turn about z is scaled by `yaw_weight`. The
/// rotation q consists of a tilt of z, by an axis normal to it, and a turn about z:
///
///   q = (w^2 + z^2, wx - yz, wy + xz, 0) / n (x) (w, 0, 0, z) / n,   n^2 = w^2 + z^2.
///
/// Source: D. Brescianini and R. D'Andrea, "Tilt-prioritized quadrocopter attitude control", IEEE
/// Trans. Control Systems Technology 28 (2020) 376. Where z is upside down, within 2e-6 rad, there
/// is no such split, and the whole of q counts.
template <class S>
Vec3<S> tilt_first(const Quat<S>& q, const S& yaw_weight) {
  const S two(2.0);
  const S n = sqrt(fma(q.w, q.w, q.z * q.z));
  const auto split = n > S(1e-6);
  const S inverse = S(1.0) / select(split, n, S(1.0));
  const S tilt_x = inverse * fnma(q.y, q.z, q.w * q.x);
  const S tilt_y = inverse * fma(q.x, q.z, q.w * q.y);
  S sine, cosine;
  sincos_of_small(yaw_weight * atan2_of_small(q.z, q.w), sine, cosine);
  return {two * select(split, fma(tilt_x, cosine, tilt_y * sine), q.x),
          two * select(split, fnma(tilt_x, sine, tilt_y * cosine), q.y),
          two * select(split, n * sine, q.z)};
}

/// The vector for a body whose axes are given in the axes from which it is turned. Here
/// n^2 = (1 + z_z) / 2, and the sine of the turn about z is (x_y - y_x) / (1 + z_z). Where that
/// turn is below 30 degrees, a root and a quotient stand side by side; else the quaternion is used.
template <class S>
Vec3<S> tilt_first(const BodyAxes<S>& b, const S& yaw_weight) {
  const S half(0.5), two(2.0), twice_n2 = S(1.0) + b.z.z;
  const S per_n2 = two / max(twice_n2, half), n = sqrt(half * max(twice_n2, half));
  const S sine_of_turn = half * per_n2 * (b.x.y - b.y.x);
  const auto small = (half < twice_n2) & (abs(sine_of_turn) < half) & (S(0.0) < b.x.x + b.y.y);
  const S turn = half * yaw_weight * sine_of_turn * arcsine_ratio(sine_of_turn * sine_of_turn);
  S sinc, cosine;
  elementary::sinc_and_cos(turn * turn, sinc, cosine);
  const S sine = turn * sinc;
  const S per_n = n * per_n2;
  const S tilt_x = -(per_n * b.z.y), tilt_y = per_n * b.z.x;  // twice those of q
  const Vec3<S> near = {fma(tilt_x, cosine, tilt_y * sine), fnma(tilt_x, sine, tilt_y * cosine),
                        two * n * sine};
  if (all(small)) return near;  // the same bits, sooner
  const Quat<S> none = {S(1.0), S(0.0), S(0.0), S(0.0)};
  return select(small, near, tilt_first(rotation_between(none, quaternion_of(b)), yaw_weight));
}

}  // namespace montecopter
