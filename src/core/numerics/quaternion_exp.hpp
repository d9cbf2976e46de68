#pragma once
/// Finite rotations.

#include "core/numerics/elementary.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Largest distance from 1 of the norm of a quaternion with drawn components, ten times the
/// tolerance of a written one. A sample that is farther off has no attitude.
inline constexpr double drawn_norm_error = 1e-2;

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
/// however small h (tests/core/numerics/quaternion_exp.test.cpp). Where |h|^2 underflows, sin |h| /
/// |h| is 1 whatever is left of |h|.
template <class S>
Quat<S> quaternion_exp(const Vec3<S>& h) {
  const S length = sqrt(dot(h, h));
  S sine, cosine;
  sincos_of_small(length, sine, cosine);
  const auto zero = length == S(0.0);
  const S sinc = select(zero, S(1.0), sine / select(zero, S(1.0), length));
  return {cosine, sinc * h.x, sinc * h.y, sinc * h.z};
}

/// The exponential with other roundings, by polynomials of |h|^2: where |h| is below an eighth of a
/// turn, neither a root nor a quotient is waited for.
template <class S>
Quat<S> short_quaternion_exp(const Vec3<S>& h) {
  const S square = dot(h, h);
  const auto small = square < S(0.6);  // (pi / 4)^2 = 0.617
  S sinc, cosine;
  elementary::sinc_and_cos(square, sinc, cosine);
  const Quat<S> near = {cosine, sinc * h.x, sinc * h.y, sinc * h.z};
  if (all(small)) return near;  // the same bits, sooner
  const Quat<S> far = quaternion_exp(h);
  return {select(small, near.w, far.w), select(small, near.x, far.x), select(small, near.y, far.y),
          select(small, near.z, far.z)};
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

/// The rotation vector of a quaternion of any length, of which `per_length` is the inverse, with
/// other roundings. Where the angle is below 60 degrees, neither a root nor a quotient is waited
/// for.
template <class S>
Vec3<S> short_rotation_vector(const S& per_length, const Quat<S>& q) {
  const S scale = flip_sign(per_length, words_of(q.w));
  const Vec3<S> sine = {scale * q.x, scale * q.y,
                        scale * q.z};  // of half the angle, along the axis
  const S square = dot(sine, sine);
  const auto small = square < S(0.25);
  const Vec3<S> near = (S(2.0) * arcsine_ratio(square)) * sine;
  if (all(small)) return near;  // the same bits, sooner
  return select(small, near, rotation_vector(Quat<S>{scale * q.w, sine.x, sine.y, sine.z}));
}

}  // namespace montecopter
