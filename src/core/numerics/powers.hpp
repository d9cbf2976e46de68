#pragma once
/// log1p, expm1 and pow: where exp and log alone would lose what the result needs. Same rules as
/// elementary.hpp, error below 2 ulp on the stated domains (tests/core/numerics/powers.test.cpp).

#include <limits>

#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace elementary {

/// A number as the unevaluated sum of two, about 106 bits.
template <class S>
struct Double2 {
  S high, low;
};

/// a + b exactly (Knuth's TwoSum).
template <class S>
Double2<S> two_sum(const S& a, const S& b) {
  const S sum = a + b;
  const S part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a + b exactly, for |a| >= |b| or a = 0 (Dekker).
template <class S>
Double2<S> quick_two_sum(const S& a, const S& b) {
  const S sum = a + b;
  return {sum, b - (sum - a)};
}

/// (a + b)(c + d), the product of the small parts left out.
template <class S>
Double2<S> multiply(const Double2<S>& x, const Double2<S>& y) {
  const S product = x.high * y.high;
  const S lost = fma(x.high, y.high, -product);
  return quick_two_sum(product, fma(x.high, y.low, fma(x.low, y.high, lost)));
}

/// log of 1 + f, sqrt(1/2) < 1 + f <= sqrt(2), to 65 bits: 2 s (1 + z (1/3 + z (1/5 + ...))) with
/// s = f / (2 + f), z = s^2 <= 0.0295. All but the first two terms are small enough for a double.
template <class S>
Double2<S> log_near_one(const S& f) {
  static constexpr double odd[] = {1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                   1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27};
  const Double2<S> below = two_sum(S(2.0), f);
  const S quotient = f / below.high;
  const S rest = fma(-quotient, below.high, f) - quotient * below.low;
  const Double2<S> s = quick_two_sum(quotient, rest / below.high);
  const Double2<S> z = multiply(s, s);
  Double2<S> sum = quick_two_sum(S(0x1.5555555555555p-2),
                                 fma(z.high, polynomial(z.high, odd), S(0x1.5555555555555p-56)));
  sum = multiply(z, sum);
  const Double2<S> factor = quick_two_sum(S(1.0), sum.high);
  const Double2<S> half = multiply(s, {factor.high, factor.low + sum.low});
  return {S(2.0) * half.high, S(2.0) * half.low};
}

/// log of a positive finite number to 65 bits.
template <class S>
Double2<S> log_extended(const S& given) {
  const auto tiny = given < S(0x1p-1022);  // subnormal: its exponent field is 0
  const S x = select(tiny, given * S(0x1p54), given);
  const Words<S> offset(0x3fe6a09e667f3bcdu);
  const Words<S> shifted = words_of(x) + Words<S>(0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
  const S k =
      Lanes<S>::from_integer(shift_right<52>(shifted)) - select(tiny, S(1023.0 + 54.0), S(1023.0));
  const S m = Lanes<S>::from_words((shifted & Words<S>(0x000fffffffffffffu)) + offset);
  const Double2<S> near_one = log_near_one(m - S(1.0));
  const S product = k * S(ln2_high);
  const S lost = fma(k, S(ln2_high), -product);
  const Double2<S> sum = two_sum(product, near_one.high);
  return quick_two_sum(sum.high, sum.low + (near_one.low + fma(k, S(ln2_low), lost)));
}

}  // namespace elementary

/// log(1 + x) for x > -1, also where 1 + x rounds x away.
template <class S>
S log1p(const S& x) {
  const elementary::Double2<S> sum = elementary::two_sum(S(1.0), x);
  const S value = log(sum.high) + sum.low / sum.high;
  return select(x == S(std::numeric_limits<double>::infinity()), x, value);
}

/// e^x - 1, also where e^x rounds x away. Overflows to inf.
template <class S>
S expm1(const S& x) {
  using namespace elementary;
  S k, r;
  reduce_exponent(clamp(x, S(-60.0), S(60.0)), k, r);
  const S scale = power_of_two(k);
  const S value = fma(scale, exp_less_one(r), scale - S(1.0));
  return select(x > S(40.0), exp(x), value);  // there the 1 is below half a unit
}

/// x^y for x >= 0 and finite y. pow(0, y) is 0, 1 or inf by the sign of y; x may be inf.
template <class S>
S pow(const S& x, const S& y) {
  using namespace elementary;
  const S infinity(std::numeric_limits<double>::infinity());
  // 2^-1074 is the smallest number: where x is 0, at_zero is the result.
  const Double2<S> l =
      log_extended(min(max(x, S(0x1p-1074)), S(std::numeric_limits<double>::max())));
  // e^(y l): the exponent as a double and what that lacks, which counts to first order. Beyond
  // +-800 the result is 0 or inf whatever follows.
  const S exponent = y * l.high;
  const S lost = fma(y, l.low, fma(y, l.high, -exponent));
  const S power = exp(clamp(exponent, S(-800.0), S(800.0)));
  const auto corrected = (abs(exponent) < S(800.0)) & (power < infinity);
  S value = select(corrected, fma(power, lost, power), power);
  const S at_zero = select(y > S(0.0), S(0.0), select(y < S(0.0), infinity, S(1.0)));
  value = select(x == S(0.0), at_zero, value);
  const S at_infinity = select(y > S(0.0), infinity, select(y < S(0.0), S(0.0), S(1.0)));
  return select(x == infinity, at_infinity, value);
}

}  // namespace montecopter
