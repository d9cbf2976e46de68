#pragma once
/// An instruction set of one lane that counts: the kernels' templates over packs of it, whole
/// flights too, tell what they compute. 2 for a fused multiply-add, 1 for + - * / sqrt, 0 for what
/// only chooses or changes a sign (minimum, maximum, select, compare, abs, negate), and 0 for
/// moving between numbers and words. What is done to words, of which random numbers are made, is
/// counted beside it: 1 for each operation.

#include "core/numerics/pack.hpp"

namespace montecopter::bench {

struct Counting : isa::OneLane<Counting> {
  using One = isa::OneLane<Counting>;

  inline static long flop = 0, words = 0;
  static double cost(int operations, double result) {
    flop += operations;
    return result;
  }

  static std::uint64_t word_cost(std::uint64_t result) {
    ++words;
    return result;
  }

  static double add(double a, double b) { return cost(1, One::add(a, b)); }
  static double sub(double a, double b) { return cost(1, One::sub(a, b)); }
  static double mul(double a, double b) { return cost(1, One::mul(a, b)); }
  static double div(double a, double b) { return cost(1, One::div(a, b)); }
  static double fma(double a, double b, double c) { return cost(2, One::fma(a, b, c)); }
  static double fnma(double a, double b, double c) { return cost(2, One::fnma(a, b, c)); }
  static double sqrt(double x) { return cost(1, One::sqrt(x)); }

  static std::uint64_t word_add(std::uint64_t a, std::uint64_t b) { return word_cost(a + b); }
  static std::uint64_t word_xor(std::uint64_t a, std::uint64_t b) { return word_cost(a ^ b); }
  static std::uint64_t word_and(std::uint64_t a, std::uint64_t b) { return word_cost(a & b); }
  static std::uint64_t word_or(std::uint64_t a, std::uint64_t b) { return word_cost(a | b); }
  template <int bits>
  static std::uint64_t word_rotate_left(std::uint64_t a) {
    return word_cost(One::word_rotate_left<bits>(a));
  }
  template <int bits>
  static std::uint64_t word_shift_left(std::uint64_t a) {
    return word_cost(a << bits);
  }
  template <int bits>
  static std::uint64_t word_shift_right(std::uint64_t a) {
    return word_cost(a >> bits);
  }
};

using Counted = Pack<Counting>;

}  // namespace montecopter::bench
