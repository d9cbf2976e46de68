#pragma once
/// Finite rotations.

#include "dynamics/elementary.hpp"
#include "dynamics/vec3.hpp"

namespace montecopter {

/// Hamilton product q (x) p.
template <class S>
Quat<S> product(const Quat<S>& q, const Quat<S>& p) {
  return {fnma(q.x, p.x, fnma(q.y, p.y, fnma(q.z, p.z, q.w * p.w))),
          fma(q.w, p.x, fma(q.x, p.w, fnma(q.z, p.y, q.y * p.z))),
          fma(q.w, p.y, fma(q.y, p.w, fnma(q.x, p.z, q.z * p.x))),
          fma(q.w, p.z, fma(q.z, p.w, fnma(q.y, p.x, q.x * p.y)))};
}

/// exp(h) of the pure quaternion h = angle / 2 * axis: (cos |h|, h sin |h| / |h|). For |h| <= pi
/// every component is within 5e-16; for |h| <= pi / 2 the vector part is within 4 ulp of itself,
/// however small h (tests/dynamics/quaternion_exp.test.cpp). Where |h|^2 underflows, sin |h| / |h|
/// is 1 whatever is left of |h|.
template <class S>
Quat<S> quaternion_exp(const Vec3<S>& h) {
  const S length = sqrt(dot(h, h));
  S sine, cosine;
  sincos_of_small(length, sine, cosine);
  const auto zero = length == S(0.0);
  const S sinc = select(zero, S(1.0), sine / select(zero, S(1.0), length));
  return {cosine, sinc * h.x, sinc * h.y, sinc * h.z};
}

template <class S>
Quat<S> conjugate(const Quat<S>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}

template <class S>
Quat<S> normalised(const Quat<S>& q) {
  const S scale = S(1.0) / sqrt(fma(q.w, q.w, q.x * q.x) + fma(q.y, q.y, q.z * q.z));
  return {scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

/// The shortest rotation vector [rad] of a unit quaternion: 2 Log(q).
template <class S>
Vec3<S> rotation_vector(const Quat<S>& q) {
  const Vec3<S> axis = {q.x, q.y, q.z};
  const S length = sqrt(dot(axis, axis));
  if (all((S(0.0) < length) & (length < S(elementary::tan_eighth_pi) * q.w))) {
    const S angle = S(2.0) * elementary::atan_of_quotient(length, q.w);  // the same bits, sooner
    return (angle / length) * axis;
  }
  const S sign = select(q.w < S(0.0), S(-1.0), S(1.0));
  const S angle = S(2.0) * atan2(length, sign * q.w);
  const auto zero = length == S(0.0);
  const S scale = select(zero, S(2.0), angle / select(zero, S(1.0), length));
  return (sign * scale) * axis;
}

}  // namespace montecopter
