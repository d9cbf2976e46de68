#pragma once
/// Elementary functions with the same bits on every CPU, compiler and lane width: correctly rounded
/// operations in a fixed order, no libm, no branch. Error below 2 ulp on the stated domains
/// (tests/core/numerics/elementary.test.cpp). Coefficients: scripts/fit-polynomials.

#include <array>
#include <cstddef>
#include <limits>

#include "core/numerics/scalar.hpp"

namespace montecopter {
namespace elementary {

inline constexpr double ln2_high = 0x1.62e42fefa39efp-1;
inline constexpr double ln2_low = 0x1.abc9e3b39803fp-56;
inline constexpr double half_pi_high = 0x1.921fb54442d18p+0;
inline constexpr double half_pi_mid = 0x1.1a62633145c07p-54;
inline constexpr double half_pi_low = -0x1.f1976b7ed8fbcp-110;
/// A number that rounds a double below 2^51 to an integer, ties to even, when it is added and
/// subtracted. The low bits of the sum's word are that integer modulo a power of two.
inline constexpr double round_magic = 0x1.8p52;

/// Horner's scheme, coefficients by ascending degree.
template <class S, std::size_t N>
S polynomial(const S& x, const double (&c)[N]) {
  S sum = c[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = fma(sum, x, S(c[i]));
  return sum;
}

/// The polynomial by pairs (Estrin's scheme): more operations, of which fewer wait for each other.
template <class S, std::size_t N>
S polynomial_by_pairs(const S& x, const std::array<S, N>& c) {
  if constexpr (N == 1) {
    return c[0];
  } else {
    std::array<S, (N + 1) / 2> pair;
    for (std::size_t i = 0; i < N / 2; ++i) pair[i] = fma(c[2 * i + 1], x, c[2 * i]);
    if constexpr (N % 2 == 1) pair[N / 2] = c[N - 1];
    return polynomial_by_pairs(x * x, pair);
  }
}
template <class S, std::size_t N>
S polynomial_by_pairs(const S& x, const double (&c)[N]) {
  std::array<S, N> terms;
  for (std::size_t i = 0; i < N; ++i) terms[i] = S(c[i]);
  return polynomial_by_pairs(x, terms);
}

/// 2^k for integer k in [-1022, 1023] given as a double.
template <class S>
S power_of_two(const S& k) {
  const Words<S> biased = words_of(k + S(round_magic + 1023.0));
  return Lanes<S>::from_words(shift_left<52>(biased));
}

/// sin(r) = r + r z S(z) and cos(r) = 1 - z/2 + z^2 C(z) with z = r^2, for r in [-pi/4, pi/4].
inline constexpr double sine_terms[] = {-0x1.5555555555555p-3,  0x1.1111111110bb2p-7,
                                        -0x1.a01a019e83aaep-13, 0x1.71de37968a100p-19,
                                        -0x1.ae600b02b6262p-26, 0x1.5e0b19f8b1451p-33};
inline constexpr double cosine_terms[] = {0x1.5555555555555p-5,  -0x1.6c16c16c16967p-10,
                                          0x1.a01a019f4eb01p-16, -0x1.27e4fa17da09ep-22,
                                          0x1.1eeb68e93b64cp-29, -0x1.907da367a37cbp-37};

/// sin and cos of r in [-pi/4, pi/4].
template <class S>
void sincos_octant(const S& r, S& sine, S& cosine) {
  const S z = r * r;
  sine = fma(r * z, polynomial(z, sine_terms), r);
  // 1 - z/2 loses its last bits; they are recovered as (1 - h) - z/2 and added with the tail.
  const S half = S(0.5) * z;
  const S head = S(1.0) - half;
  const S lost = (S(1.0) - head) - half;
  cosine = head + fma(z * z, polynomial(z, cosine_terms), lost);
}

/// sin(r) / r and cos(r) from z = r^2 of the same r, the second with an error of an ulp of 1.
template <class S>
void sinc_and_cos(const S& z, S& sinc, S& cosine) {
  sinc = fma(z, polynomial_by_pairs(z, sine_terms), S(1.0));
  cosine = fma(z * z, polynomial_by_pairs(z, cosine_terms), fnma(S(0.5), z, S(1.0)));
}

/// sin and cos of q quarter turns, q in [-1/2, 1/2].
template <class S>
void sincos_quarter(const S& q, S& sine, S& cosine) {
  static constexpr double s[] = {
      0x1.921fb54442d18p+0,  -0x1.4abbce625be41p-1,  0x1.466bc677587f8p-4, -0x1.32d2cce2e5b19p-8,
      0x1.50782fda12d96p-13, -0x1.e30071afc3e59p-19, 0x1.e3f38399551bfp-25};
  static constexpr double c[] = {1.0,
                                 -0x1.3bd3cc9be45dep+0,
                                 0x1.03c1f081b5ac0p-2,
                                 -0x1.55d3c7e3cb241p-6,
                                 0x1.e1f5068688d5bp-11,
                                 -0x1.a6d1eef479be1p-16,
                                 0x1.f9ce245cada0bp-22,
                                 -0x1.b2f3eb054afcdp-28};
  const S z = q * q;
  sine = q * polynomial(z, s);
  cosine = polynomial(z, c);
}

/// Puts the results of the first octant into the quadrant j (low two bits of its word).
template <class S>
void to_quadrant(const Words<S>& j, S& sine, S& cosine) {
  const auto even = is_zero(j & Words<S>(1));
  const S swapped_sine = select(even, sine, cosine);
  const S swapped_cosine = select(even, cosine, sine);
  sine = flip_sign(swapped_sine, shift_left<62>(j));
  cosine = flip_sign(swapped_cosine, shift_left<62>(j + Words<S>(1)));
}

/// x = 2^k (1 + f) with sqrt(1/2) < 1 + f <= sqrt(2), for positive normal finite x.
template <class S>
void split(const S& x, S& k, S& f) {
  // Shifting the exponent by that of sqrt(2)/2 makes the truncation split at sqrt(1/2), not at 1.
  const Words<S> offset(0x3fe6a09e667f3bcdu);
  const Words<S> shifted = words_of(x) + Words<S>(0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
  k = Lanes<S>::from_integer(shift_right<52>(shifted)) - S(1023.0);
  const S m = Lanes<S>::from_words((shifted & Words<S>(0x000fffffffffffffu)) + offset);
  f = m - S(1.0);
}

/// Natural logarithm of a positive normal finite number: 2 s + s z L(z) with s = f / (2 + f),
/// z = s^2 and x = 2^k (1 + f).
template <class S>
S log_normal_number(const S& x) {
  static constexpr double l[] = {0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2,
                                 0x1.c71c62e5800a1p-3, 0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3,
                                 0x1.2b584aae78a57p-3};
  S k, f;
  split(x, k, f);
  const S s = f / (S(2.0) + f);
  const S z = s * s;
  const S half_f2 = S(0.5) * f * f;
  const S r = z * polynomial(z, l);
  // log(1 + f) = f - (f^2/2 - s (f^2/2 + r)): the large part f stays exact.
  const S correction = fma(s, half_f2 + r, k * S(ln2_low)) - half_f2;
  return fma(k, S(ln2_high), f + correction);
}

inline constexpr double tan_eighth_pi = 0x1.a827999fcef32p-2;

/// atan(w + rest) - w, |w| <= tan(pi/8), `rest` below an ulp of w.
template <class S>
S atan_tail(const S& w, const S& rest) {
  static constexpr double a[] = {
      -0x1.5555555555555p-2, 0x1.999999999934cp-3, -0x1.2492492436201p-3, 0x1.c71c71853d7fap-4,
      -0x1.745d0b28a7e37p-4, 0x1.3b1263064f6b9p-4, -0x1.10fa77b1a6d57p-4, 0x1.dfe6497e96323p-5,
      -0x1.a0999c632b6edp-5, 0x1.4162c02b1dda3p-5, -0x1.3a31b1c0fd3b7p-6};
  const S z = w * w;
  return fma(w * z, polynomial(z, a), rest);
}

/// atan(small / large) for 0 <= small < tan(pi/8) large: the bits of atan2(small, large).
template <class S>
S atan_of_quotient(const S& small, const S& large) {
  const S w = small / large;
  return w + atan_tail(w, fnma(w, large, small) / large);
}

/// x = k ln(2) + r with integer k and |r| <= ln(2)/2.
template <class S>
void reduce_exponent(const S& x, S& k, S& r) {
  k = fma(x, S(0x1.71547652b82fep+0), S(round_magic)) - S(round_magic);
  r = fnma(k, S(ln2_low), fnma(k, S(ln2_high), x));
}

/// e^r - 1 for |r| <= ln(2)/2: r + r^2 E(r).
template <class S>
S exp_less_one(const S& r) {
  static constexpr double e[] = {
      0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,  0x1.11111111100dcp-7,
      0x1.6c16c16c162d4p-10, 0x1.a01a01abe7fe1p-13, 0x1.a01a01a6d889cp-16, 0x1.71de0231960ebp-19,
      0x1.27e4db646b17ep-22, 0x1.af4de97ca4194p-26, 0x1.1f730349868cep-29};
  return fma(r * r, polynomial(r, e), r);
}

}  // namespace elementary

/// x rounded to a whole number, ties to even; as it is where it has no fraction left.
template <class S>
S round_to_even(const S& x) {
  const S rounded = (x + S(elementary::round_magic)) - S(elementary::round_magic);
  return select(abs(x) < S(0x1p51), rounded, x);
}

/// Natural logarithm. log(0) = -inf, log of negatives and NaN is not a number of fixed bits:
/// callers check their domain.
template <class S>
S log(const S& x) {
  const auto tiny = x < S(0x1p-1022);  // subnormal: its exponent field is 0
  const S scaled = select(tiny, x * S(0x1p54), x);
  const S value =
      elementary::log_normal_number(scaled) - select(tiny, S(54.0 * elementary::ln2_high), S(0.0));
  const S infinity(std::numeric_limits<double>::infinity());
  return select(x == S(0.0), -infinity, select(x == infinity, infinity, value));
}

/// Exponential: 2^k (1 + r + r^2 E(r)), |r| <= ln(2)/2. Overflows to inf, underflows gradually.
template <class S>
S exp(const S& x) {
  using namespace elementary;
  const S bounded = clamp(x, S(-760.0), S(720.0));
  S k, r;
  reduce_exponent(bounded, k, r);
  const S y = S(1.0) + exp_less_one(r);
  // Two factors, because 2^k itself may over- or underflow before the product does.
  const S half_k = fma(k, S(0.5), S(round_magic)) - S(round_magic);
  return (y * power_of_two(half_k)) * power_of_two(k - half_k);
}

/// Sine and cosine for |x| <= 2^30 (Cody-Waite reduction with three parts of pi/2 by fma).
template <class S>
void sincos(const S& x, S& sine, S& cosine) {
  using namespace elementary;
  const S shifted = fma(x, S(0x1.45f306dc9c883p-1), S(round_magic));
  const S j = shifted - S(round_magic);
  S r = fnma(j, S(half_pi_high), x);
  r = fnma(j, S(half_pi_mid), r);
  r = fnma(j, S(half_pi_low), r);
  sincos_octant(r, sine, cosine);
  to_quadrant(words_of(shifted), sine, cosine);
}
template <class S>
S sin(const S& x) {
  S sine, cosine;
  sincos(x, sine, cosine);
  return sine;
}
template <class S>
S cos(const S& x) {
  S sine, cosine;
  sincos(x, sine, cosine);
  return cosine;
}

/// sin and cos of 2 pi u, u = x / per_turn, for |u| <= 2^20 and a power of two `per_turn`: the
/// reduction by quarter turns is exact.
template <class S>
void sincos_turns(const S& x, S& sine, S& cosine, double per_turn = 1.0) {
  using namespace elementary;
  const S quarters(4.0 / per_turn);
  const S shifted = fma(x, quarters, S(round_magic));
  const S quarter = fma(x, quarters, S(round_magic) - shifted);
  sincos_quarter(quarter, sine, cosine);
  to_quadrant(words_of(shifted), sine, cosine);
}

/// Angle of the point (x, y), in (-pi, pi]; atan2(0, 0) = 0. Arguments below 2^1022 in size.
template <class S>
S atan2(const S& y, const S& x) {
  using namespace elementary;
  const S ax = abs(x), ay = abs(y);
  const S large = max(ax, ay), small = min(ax, ay);
  // atan(s/l) = pi/4 + atan((s-l)/(s+l)) above tan(pi/8), so that the polynomial's |w| <=
  // tan(pi/8).
  const auto upper = S(tan_eighth_pi) * large < small;
  const S difference = small - large, sum = small + large;
  const S numerator = select(upper, difference, small);
  const S denominator = select(large == S(0.0), S(1.0), select(upper, sum, large));
  const S w = numerator / denominator;
  // What rounding took from difference, sum (both exact, since small <= large) and quotient.
  const S lost_above = select(upper, small - (difference + large), S(0.0));
  const S lost_below = select(upper, small - (sum - large), S(0.0));
  const S rest = (fnma(w, denominator, numerator) + fnma(w, lost_below, lost_above)) / denominator;
  const S tail = atan_tail(w, rest);
  S angle = select(upper, S(0.5 * half_pi_high) + (w + (tail + S(0.5 * half_pi_mid))), w + tail);
  angle = select(ax < ay, S(half_pi_high) - (angle - S(half_pi_mid)), angle);
  angle = select(x < S(0.0), S(2 * half_pi_high) - (angle - S(2 * half_pi_mid)), angle);
  return select(y < S(0.0), -angle, angle);
}

/// asin(s) / s from the square of s, which is 1/4 at most: neither a root nor a quotient.
template <class S>
S arcsine_ratio(const S& square) {
  static constexpr double a[] = {0x1.555555555554fp-3, 0x1.3333333336da5p-4,  0x1.6db6db684b6a1p-5,
                                 0x1.f1c71f95269afp-6, 0x1.6e8b2b3b10be4p-6,  0x1.1c593c7b1d958p-6,
                                 0x1.c87265d47ef49p-7, 0x1.8522ddffa6208p-7,  0x1.ff5fc4d14c735p-8,
                                 0x1.06b9d26d10838p-6, -0x1.603991d6060e0p-7, 0x1.cd864394d2ff2p-6};
  return fma(square, elementary::polynomial_by_pairs(square, a), S(1.0));
}

// For angles that are small where vehicles fly, one by one on the way to a command. The bits are
// those of the functions above, sooner where the angles of all lanes are small.

/// sincos() for angles that are mostly below an eighth of a turn.
template <class S>
void sincos_of_small(const S& x, S& sine, S& cosine) {
  if (all(abs(x) < S(0.785))) return elementary::sincos_octant(x, sine, cosine);
  sincos(x, sine, cosine);
}

/// atan2() of points that are mostly within a sixteenth of a turn of the axis of x.
template <class S>
S atan2_of_small(const S& y, const S& x) {
  const S ay = abs(y);
  if (!all(ay < S(elementary::tan_eighth_pi) * x)) return atan2(y, x);
  const S angle = elementary::atan_of_quotient(ay, x);
  return select(y < S(0.0), -angle, angle);
}

}  // namespace montecopter
