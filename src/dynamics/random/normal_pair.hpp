#pragma once
/// Two independent standard normals from two random words, by Box and Muller's transform
/// (Ann. Math. Statist. 29 (1958) 610): no rejection, so that lanes stay in step.

#include "dynamics/elementary.hpp"

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

/// first = r cos(2 pi u2), second = r sin(2 pi u2), r = sqrt(-2 log u1).
template <class S>
void normal_pair(const Words<S>& word1, const Words<S>& word2, S& first, S& second) {
  using elementary::log_normal_number;
  const S radius = sqrt(S(-2.0) * log_normal_number<-53>(scaled_uniform_of<S>(word1)));
  S sine, cosine;
  sincos_turns(scaled_uniform_of<S>(word2), sine, cosine, 0x1p53);
  first = radius * cosine;
  second = radius * sine;
}

}  // namespace montecopter
