#pragma once
/// One lane. It has hardware FMA (MONTECOPTER_ISA_SCALAR, compiled with -mfma), or the means of the
/// oldest CPU (baseline). On aarch64 they are the same. On x86-64 the baseline takes the correctly
/// rounded fma() of the C library (slow, same bits).

#include <bit>
#include <cmath>
#include <cstdint>

namespace montecopter::isa {

template <class Tag>
struct OneLane {
  static constexpr int width = 1;
  using Register = double;
  using WordRegister = std::uint64_t;
  using MaskRegister = bool;

  static double broadcast(double x) { return x; }
  static double load(const double* p) { return *p; }
  static void store(double* p, double v) { *p = v; }
  static void store_by_lane(double* rows, double a, double b, double c, double d) {
    rows[0] = a, rows[1] = b, rows[2] = c, rows[3] = d;
  }
  static double add(double a, double b) { return a + b; }
  static double sub(double a, double b) { return a - b; }
  static double mul(double a, double b) { return a * b; }
  static double div(double a, double b) { return a / b; }
  static double negate(double a) { return -a; }
  static double fma(double a, double b, double c) { return std::fma(a, b, c); }
  static double fnma(double a, double b, double c) { return std::fma(-a, b, c); }
  static double min(double a, double b) { return a < b ? a : b; }
  static double max(double a, double b) { return a > b ? a : b; }
  static double sqrt(double x) { return std::sqrt(x); }
  static double abs(double x) { return std::fabs(x); }
  static double select(bool m, double yes, double no) { return m ? yes : no; }
  static bool less(double a, double b) { return a < b; }
  static bool equal(double a, double b) { return a == b; }

  static bool mask_and(bool a, bool b) { return a && b; }
  static bool mask_lane(bool m, int) { return m; }
  static bool mask_all(bool m) { return m; }

  static std::uint64_t broadcast_word(std::uint64_t x) { return x; }
  static std::uint64_t load_words(const std::uint64_t* p) { return *p; }
  static std::uint64_t word_add(std::uint64_t a, std::uint64_t b) { return a + b; }
  static std::uint64_t word_xor(std::uint64_t a, std::uint64_t b) { return a ^ b; }
  static std::uint64_t word_and(std::uint64_t a, std::uint64_t b) { return a & b; }
  static std::uint64_t word_or(std::uint64_t a, std::uint64_t b) { return a | b; }
  template <int bits>
  static std::uint64_t word_rotate_left(std::uint64_t a) {
    return std::rotl(a, bits);
  }
  template <int bits>
  static std::uint64_t word_shift_left(std::uint64_t a) {
    return a << bits;
  }
  template <int bits>
  static std::uint64_t word_shift_right(std::uint64_t a) {
    return a >> bits;
  }
  /// x with its sign flipped where the highest bit of the word is set.
  static double flip_sign(double x, std::uint64_t w) {
    return from_words(words_of(x) ^ (w & words_of(-0.0)));
  }
  static bool word_is_zero(std::uint64_t a) { return a == 0; }
  static std::uint64_t words_of(double v) { return std::bit_cast<std::uint64_t>(v); }
  static double from_words(std::uint64_t w) { return std::bit_cast<double>(w); }
  static double from_integer(std::uint64_t k) { return static_cast<double>(k); }
};

}  // namespace montecopter::isa
