#pragma once
/// Angles in degrees: exact at multiples of 90, where radians would round. Same rules as
/// elementary.hpp, error below 2 ulp (tests/core/numerics/degrees.test.cpp).

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace elementary {

inline constexpr double degree_low = 0x1.5c1d8becdd291p-62;   ///< pi / 180 - rad_per_deg
inline constexpr double radian_low = -0x1.1e7ab456405f9p-49;  ///< 180 / pi - deg_per_rad

}  // namespace elementary

/// x radians in degrees, rounded once.
template <class S>
S to_degrees(const S& x) {
  return fma(x, S(deg_per_rad), x * S(elementary::radian_low));
}

/// sin and cos of x degrees for |x| <= 2^26: the reduction by quarter turns is exact.
template <class S>
void sincos_degrees(const S& x, S& sine, S& cosine) {
  using namespace elementary;
  const S shifted = fma(x, S(1.0 / 90.0), S(round_magic));
  const S rest = fma(S(round_magic) - shifted, S(90.0), x);
  sincos_octant(fma(rest, S(rad_per_deg), rest * S(degree_low)), sine, cosine);
  to_quadrant(words_of(shifted), sine, cosine);
}

/// Angle of the point (x, y) in degrees, in (-180, 180]; 0 at the origin. It is measured from the
/// nearest axis, so that its error is that of an angle of at most 45 degrees.
template <class S>
S atan2_degrees(const S& y, const S& x) {
  const S ax = abs(x), ay = abs(y);
  S angle = to_degrees(atan2(min(ax, ay), max(ax, ay)));
  angle = select(ax < ay, S(90.0) - angle, angle);
  angle = select(x < S(0.0), S(180.0) - angle, angle);
  return select(y < S(0.0), -angle, angle);
}

/// The direction x in [-180, 180], for |x| <= 2^50.
template <class S>
S wrap_degrees(const S& x) {
  using namespace elementary;
  const S turns = (x / S(360.0) + S(round_magic)) - S(round_magic);
  return fma(turns, S(-360.0), x);
}

}  // namespace montecopter
