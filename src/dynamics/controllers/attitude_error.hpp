#pragma once
/// Where a controller wants the body to point, and how far it is from there, over lanes.

#include "dynamics/quaternion_exp.hpp"
#include "dynamics/vec3.hpp"

namespace montecopter {

/// The axes of a body in the world.
template <class S>
struct BodyAxes {
  Vec3<S> x, y, z;
};

template <class S>
BodyAxes<S> axes_of(const Rotation<S>& R) {
  return {{R.xx, R.yx, R.zx}, {R.xy, R.yy, R.zy}, {R.xz, R.yz, R.zz}};
}

/// The inverse of a length; that of what vanishes is taken to be 1e-6, which keeps all finite.
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

/// The body whose z axis is `z` (of length 1) and whose x axis is as near as can be to `nose`.
template <class S>
BodyAxes<S> pointed(const Vec3<S>& z, const Vec3<S>& nose) {
  const Vec3<S> y = unit(cross(z, nose));
  return {cross(y, z), y, z};
}

/// 1/2 vee(Rd^T R - R^T Rd), the error of attitude of Lee and of Mellinger, from the wanted axes
/// R^T Rd in those of the body.
template <class S>
Vec3<S> vee_error(const BodyAxes<S>& seen) {
  const S half(0.5);
  return {half * (seen.z.y - seen.y.z), half * (seen.x.z - seen.z.x), half * (seen.y.x - seen.x.y)};
}

/// The same from both in the world.
template <class S>
Vec3<S> vee_error(const BodyAxes<S>& wanted, const BodyAxes<S>& is) {
  const S half(0.5);
  return {half * (dot(wanted.z, is.y) - dot(wanted.y, is.z)),
          half * (dot(wanted.x, is.z) - dot(wanted.z, is.x)),
          half * (dot(wanted.y, is.x) - dot(wanted.x, is.y))};
}

/// The quaternion of a body. Each of the four sums is four times a square of a component; the
/// largest is divided by, as in S. W. Shepperd, "Quaternion from rotation matrix", J. Guidance and
/// Control 1 (1978) 223.
template <class S>
Quat<S> quaternion_of(const BodyAxes<S>& b) {
  const S one(1.0);
  const S w2 = one + b.x.x + b.y.y + b.z.z, x2 = one + b.x.x - b.y.y - b.z.z;
  const S y2 = one - b.x.x + b.y.y - b.z.z, z2 = one - b.x.x - b.y.y + b.z.z;
  const S wx = b.y.z - b.z.y, wy = b.z.x - b.x.z, wz = b.x.y - b.y.x;
  const S xy = b.x.y + b.y.x, xz = b.x.z + b.z.x, yz = b.y.z + b.z.y;
  Quat<S> q = {w2, wx, wy, wz};
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
  const S scale = S(0.5) / sqrt(most);
  return {scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

/// The rotation from a to b in the axes of a, conj(a) (x) b, of the two signs that with w >= 0.
template <class S>
Quat<S> rotation_between(const Quat<S>& a, const Quat<S>& b) {
  const Quat<S> q = {fma(a.w, b.w, fma(a.x, b.x, fma(a.y, b.y, a.z * b.z))),
                     fma(a.w, b.x, fnma(a.x, b.w, fnma(a.y, b.z, a.z * b.y))),
                     fma(a.w, b.y, fnma(a.y, b.w, fnma(a.z, b.x, a.x * b.z))),
                     fma(a.w, b.z, fnma(a.z, b.w, fnma(a.x, b.y, a.y * b.x)))};
  const S sign = select(q.w < S(0.0), S(-1.0), S(1.0));
  return {sign * q.w, sign * q.x, sign * q.y, sign * q.z};
}

/// Twice the vector of a rotation q with w >= 0 whose turn about z is taken at `yaw_weight` of its
/// size: q is a rotation that tilts z, by an axis normal to it, and then one about z,
///   q = (w^2 + z^2, wx - yz, wy + xz, 0) / n (x) (w, 0, 0, z) / n,   n^2 = w^2 + z^2.
/// Source: D. Brescianini and R. D'Andrea, "Tilt-prioritized quadrocopter attitude control", IEEE
/// Trans. Control Systems Technology 28 (2020) 376. Where z is upside down, there is no such split,
/// and the whole of q counts.
template <class S>
Vec3<S> tilt_first(const Quat<S>& q, const S& yaw_weight) {
  const S two(2.0);
  const S n = sqrt(fma(q.w, q.w, q.z * q.z));
  const auto split = n > S(1e-6);
  const S inverse = S(1.0) / select(split, n, S(1.0));
  const S tilt_x = inverse * fnma(q.y, q.z, q.w * q.x);
  const S tilt_y = inverse * fma(q.x, q.z, q.w * q.y);
  S sine, cosine;
  sincos(yaw_weight * atan2(q.z, q.w), sine, cosine);
  return {two * select(split, fma(tilt_x, cosine, tilt_y * sine), q.x),
          two * select(split, fnma(tilt_x, sine, tilt_y * cosine), q.y),
          two * select(split, n * sine, q.z)};
}

}  // namespace montecopter
