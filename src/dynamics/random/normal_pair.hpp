#pragma once
/// Two independent standard normals from two random words, by Box and Muller's transform
/// (Ann. Math. Statist. 29 (1958) 610): no rejection, so that lanes stay in step.

#include "dynamics/elementary.hpp"

namespace montecopter {

/// u = (k + 1/2) 2^-53 from the upper 53 bits k of a word; in (0, 1].
template <class S>
S uniform_of(const Words<S>& word) {
  return (Lanes<S>::from_integer(shift_right<11>(word)) + S(0.5)) * S(0x1p-53);
}

/// first = r cos(2 pi u2), second = r sin(2 pi u2), r = sqrt(-2 log u1).
template <class S>
void normal_pair(const Words<S>& word1, const Words<S>& word2, S& first, S& second) {
  const S radius = sqrt(S(-2.0) * elementary::log_normal_number(uniform_of<S>(word1)));
  S sine, cosine;
  sincos_turns(uniform_of<S>(word2), sine, cosine);
  first = radius * cosine;
  second = radius * sine;
}

}  // namespace montecopter
