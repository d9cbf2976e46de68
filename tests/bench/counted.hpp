#pragma once
/// A double that counts what is done to it, for the templates of src/dynamics: 2 for a fused
/// multiply-add, 1 for + - * / sqrt, 0 for what only chooses or changes a sign (minimum, maximum,
/// select, compare, abs, negate), and 0 for moving between numbers and words.

#include "dynamics/scalar.hpp"

namespace montecopter::bench {

struct Counted {
  double value;

  Counted() = default;
  Counted(double x) : value(x) {}  // NOLINT: implicit by design, constants mix in

  inline static long flop = 0;
  static Counted cost(int operations, double result) {
    flop += operations;
    return result;
  }

  friend Counted operator+(Counted a, Counted b) { return cost(1, a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return cost(1, a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return cost(1, a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return cost(1, a.value / b.value); }
  friend Counted fma(Counted a, Counted b, Counted c) {
    return cost(2, montecopter::fma(a.value, b.value, c.value));
  }
  friend Counted fnma(Counted a, Counted b, Counted c) {
    return cost(2, montecopter::fnma(a.value, b.value, c.value));
  }
  friend Counted sqrt(Counted x) { return cost(1, montecopter::sqrt(x.value)); }

  friend Counted operator-(Counted a) { return -a.value; }
  friend bool operator<(Counted a, Counted b) { return a.value < b.value; }
  friend bool operator>(Counted a, Counted b) { return a.value > b.value; }
  friend bool operator==(Counted a, Counted b) { return a.value == b.value; }
  friend Counted min(Counted a, Counted b) { return montecopter::min(a.value, b.value); }
  friend Counted max(Counted a, Counted b) { return montecopter::max(a.value, b.value); }
  friend Counted abs(Counted x) { return montecopter::abs(x.value); }
  friend Counted select(bool mask, Counted yes, Counted no) { return mask ? yes : no; }
  friend Counted flip_sign(Counted x, std::uint64_t w) {
    return montecopter::flip_sign(x.value, w);
  }
  friend std::uint64_t words_of(Counted x) { return montecopter::words_of(x.value); }
};

}  // namespace montecopter::bench

namespace montecopter {

template <>
struct Lanes<bench::Counted> {
  using Words = std::uint64_t;
  static constexpr int width = 1;
  static bench::Counted from_words(Words w) { return Lanes<double>::from_words(w); }
  static bench::Counted from_integer(Words k) { return Lanes<double>::from_integer(k); }
};

}  // namespace montecopter
