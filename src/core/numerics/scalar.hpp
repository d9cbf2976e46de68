#pragma once
/// The scalar type S of every formula: `double` for set-up code, `Pack<Isa>` for lanes. This header
/// gives double the vocabulary that pack.hpp gives the packs: fma, fnma, sqrt, abs, min, max,
/// select, all, and 64-bit words. Every operation here is correctly rounded (IEEE 754), so that a
/// formula has the same bits whatever S is. Nothing else may be used in a formula: elementary
/// functions are made of these (elementary.hpp), and the compiler may not contract or reorder them
/// (the target montecopter_fp).

#include <bit>
#include <cmath>
#include <cstdint>

namespace montecopter {

inline double fma(double a, double b, double c) { return std::fma(a, b, c); }
/// c - a b, rounded once.
inline double fnma(double a, double b, double c) { return std::fma(-a, b, c); }
inline double sqrt(double x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
inline bool all(bool mask) { return mask; }

/// Types and functions of a scalar type: the 64-bit words beside its lanes, and how they become
/// numbers.
template <class S>
struct Lanes;

template <>
struct Lanes<double> {
  using Words = std::uint64_t;
  static constexpr int width = 1;
  static double from_words(Words w) { return std::bit_cast<double>(w); }
  /// Exact conversion of integers below 2^53.
  static double from_integer(Words k) { return static_cast<double>(k); }
};

template <class S>
using Words = typename Lanes<S>::Words;

template <int bits>
std::uint64_t rotate_left(std::uint64_t w) {
  return std::rotl(w, bits);
}
template <int bits>
std::uint64_t shift_left(std::uint64_t w) {
  return w << bits;
}
template <int bits>
std::uint64_t shift_right(std::uint64_t w) {
  return w >> bits;
}
inline std::uint64_t words_of(double x) { return std::bit_cast<std::uint64_t>(x); }
inline bool is_zero(std::uint64_t w) { return w == 0; }
/// x with its sign flipped where the highest bit of the word is set.
inline double flip_sign(double x, std::uint64_t w) {
  return std::bit_cast<double>(words_of(x) ^ (w & words_of(-0.0)));
}

/// Smaller and larger of two numbers by compare-and-select: the second one if either is NaN.
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return a > b ? a : b; }
template <class S>
S clamp(const S& x, const S& low, const S& high) {
  return min(max(x, low), high);
}

}  // namespace montecopter
