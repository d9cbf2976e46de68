#pragma once
/// Two words that go through the same operations side by side.

#include <cstdint>

#include "core/numerics/scalar.hpp"

namespace montecopter {

/// W is std::uint64_t or the words of a Pack.
template <class W>
struct TwinWords {
  W a, b;

  TwinWords() = default;
  TwinWords(std::uint64_t x) : a(x), b(x) {}  // NOLINT: implicit by design, constants mix in
  TwinWords(const W& first, const W& second) : a(first), b(second) {}

  friend TwinWords operator+(const TwinWords& x, const TwinWords& y) {
    return {x.a + y.a, x.b + y.b};
  }
  friend TwinWords operator^(const TwinWords& x, const TwinWords& y) {
    return {x.a ^ y.a, x.b ^ y.b};
  }
};

template <int bits, class W>
TwinWords<W> rotate_left(const TwinWords<W>& x) {
  return {rotate_left<bits>(x.a), rotate_left<bits>(x.b)};
}

}  // namespace montecopter
