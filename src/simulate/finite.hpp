#pragma once
/// Whether numbers are finite in the type in which they are stored.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "plan/layout.hpp"

namespace montecopter {

/// The least magnitude that is stored as infinity: of float32, what rounds up to 2^128.
constexpr double infinite_as(Element element) {
  return element == Element::f32 ? 0x1.ffffffp127 : std::numeric_limits<double>::infinity();
}

/// Whether all are finite; NaN is not. Without a branch, so that compilers take several at a time:
/// as integers, magnitudes are in the same order, and NaN is beyond infinity.
inline bool all_finite(const double* numbers, std::size_t count, Element element) {
  const auto largest = std::bit_cast<std::uint64_t>(infinite_as(element)) - 1;
  std::uint64_t beyond = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto magnitude = std::bit_cast<std::uint64_t>(numbers[i]) & ~(std::uint64_t{1} << 63);
    beyond |= largest - magnitude;
  }
  return beyond >> 63 == 0;
}

/// The same where NaN means that there is no number.
inline bool none_infinite(const double* numbers, std::size_t count, Element element) {
  bool infinite = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = numbers[i] < 0.0 ? -numbers[i] : numbers[i];
    infinite |= x >= infinite_as(element);
  }
  return !infinite;
}

}  // namespace montecopter
