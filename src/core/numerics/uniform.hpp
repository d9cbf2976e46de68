#pragma once
/// A 53-bit uniform variate u = (k + 1/2) 2^-53, kept as its integer so that both tails stay exact.

#include <cstdint>

namespace montecopter {

struct Uniform53 {
  std::uint64_t k = 0;  ///< 0 <= k < 2^53

  /// The number from one 64-bit random word (its upper 53 bits).
  static constexpr Uniform53 from_word(std::uint64_t word) { return {word >> 11}; }
  /// u, correctly rounded; may round to 1 (for k = 2^53 - 1 only), never to 0.
  constexpr double value() const { return (static_cast<double>(k) + 0.5) * 0x1p-53; }
  /// 1 - u, which is again such a variate.
  constexpr Uniform53 complement() const { return {((std::uint64_t{1} << 53) - 1) - k}; }
};

}  // namespace montecopter
