#pragma once
/// A random order of n things of which any entry can be computed alone: a keyed permutation of 0 to
/// n - 1, in whole numbers.

#include <cmath>
#include <cstdint>

#include "dynamics/sampling/strata.hpp"

namespace montecopter {

/// Word number `index` of the sequence of SplitMix64 that starts at `key` (G. Steele, D. Lea,
/// C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
constexpr std::uint64_t splitmix64(std::uint64_t key, std::uint64_t index) {
  std::uint64_t z = key + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The generalised Feistel cipher of J. Black and P. Rogaway, "Ciphers with arbitrary finite
/// domains", CT-RSA 2002, section 5: i = left * b + right on a x b >= n. A number outside 0 to n -
/// 1 is permuted again until it is back (cycle walking, section 3; a b - n < a, so seldom).
class KeyedPermutation {
 public:
  /// 1 <= n <= 2^52.
  KeyedPermutation(std::uint64_t n, std::uint64_t key) : n_(n), key_(key) {
    a_ = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
    while (a_ * a_ < n) ++a_;  // the square root may be one too small, or is no whole number
    b_ = (n + a_ - 1) / a_;
  }

  /// Image of 0 <= i < n.
  std::uint64_t operator()(std::uint64_t i) const {
    do i = once(i);
    while (i >= n_);
    return i;
  }

 private:
  /// Number of rounds. For few things a few rounds would leave some orders more likely than others.
  /// For 5 things the distance from all orders alike (total variation, counted exactly) is 0.13
  /// after 6 rounds and halves every second round.
  static constexpr std::uint64_t rounds = 32;

  /// A number from 0 to size - 1, in round `round` for this half.
  std::uint64_t pick(std::uint64_t round, std::uint64_t half, std::uint64_t size) const {
    const std::uint64_t word = splitmix64(key_, (round << 32) + half);
    return static_cast<std::uint64_t>((UInt128{word} * size) >> 64);
  }

  std::uint64_t once(std::uint64_t i) const {
    std::uint64_t left = i / b_, right = i % b_;
    for (std::uint64_t round = 0; round < rounds; round += 2) {
      left = (left + pick(round, right, a_)) % a_;
      right = (right + pick(round + 1, left, b_)) % b_;
    }
    return left * b_ + right;
  }

  std::uint64_t n_, key_, a_ = 1, b_ = 1;
};

}  // namespace montecopter
