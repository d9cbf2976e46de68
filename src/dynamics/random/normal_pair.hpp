#pragma once
/// Two independent standard normals from two random words, by Box and Muller's transform
/// (Ann. Math. Statist. 29 (1958) 610): no rejection, so that lanes stay in step.

#include "core/numerics/elementary.hpp"

namespace montecopter {

/// 2^53 u = k + 1/2 from the upper 53 bits k of a word, rounded.
template <class S>
S scaled_uniform_of(const Words<S>& word) {
  return Lanes<S>::from_integer(shift_right<11>(word)) + S(0.5);
}

/// u = (k + 1/2) 2^-53; in (0, 1].
template <class S>
S uniform_of(const Words<S>& word) {
  return scaled_uniform_of<S>(word) * S(0x1p-53);
}

/// Radius r = sqrt(-2 log(2^-53 x)) for x in [1/2, 2^53]. It uses r^2 = -4 s - 2 s z L(z) - 2 (k -
/// 53) log(2) with the s, z, L and k of log_normal_number(x). The care for 2 ulp of a logarithm is
/// left out: the root halves the error.
template <class S>
S radius_of(const S& x) {
  static constexpr double l[] = {-4.0,
                                 -0x1.5555555555558p+0,
                                 -0x1.99999999952e2p-1,
                                 -0x1.2492492df148dp-1,
                                 -0x1.c71c62e5800a1p-2,
                                 -0x1.7462b4ab2ef6bp-2,
                                 -0x1.39fe606542ddep-2,
                                 -0x1.2b584aae78a57p-2};
  S k, f;
  elementary::split(x, k, f);
  const S s = f / (S(2.0) + f);
  const S of_power = (k - S(53.0)) * S(-2.0 * elementary::ln2_high);
  return sqrt(fma(s, elementary::polynomial(s * s, l), of_power));
}

/// first = r cos(2 pi u2), second = r sin(2 pi u2), r = sqrt(-2 log u1).
template <class S>
void normal_pair(const Words<S>& word1, const Words<S>& word2, S& first, S& second) {
  const S radius = radius_of(scaled_uniform_of<S>(word1));
  S sine, cosine;
  sincos_turns(scaled_uniform_of<S>(word2), sine, cosine, 0x1p53);
  first = radius * cosine;
  second = radius * sine;
}

}  // namespace montecopter
