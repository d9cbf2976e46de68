#pragma once
/// An instruction set that every CPU has: four lanes, one after another. Samples in it differ from
/// lane to lane, as in the native registers, and a formula that lets one lane influence another, or
/// asks one lane for all, shows.

#include <array>
#include <cstdint>

#include "core/numerics/pack.hpp"

namespace montecopter {

struct FourLanes {
  static constexpr int width = 4;
  using One = isa::OneLane<FourLanes>;
  using Register = std::array<double, width>;
  using WordRegister = std::array<std::uint64_t, width>;
  using MaskRegister = std::array<bool, width>;

  /// What `one` makes of each lane.
  template <class Result, class One, class... Registers>
  static Result each(One one, const Registers&... operands) {
    Result result{};
    for (std::size_t i = 0; i < width; ++i) result[i] = one(operands[i]...);
    return result;
  }

  static Register broadcast(double x) { return {x, x, x, x}; }
  static Register load(const double* p) { return {p[0], p[1], p[2], p[3]}; }
  static void store(double* p, const Register& v) {
    for (const double x : v) *p++ = x;
  }
  static void store_by_lane(double* rows, const Register& a, const Register& b, const Register& c,
                            const Register& d) {
    for (std::size_t i = 0; i < width; ++i) {
      for (const Register* column : {&a, &b, &c, &d}) *rows++ = (*column)[i];
    }
  }
  static Register add(const Register& a, const Register& b) {
    return each<Register>(One::add, a, b);
  }
  static Register sub(const Register& a, const Register& b) {
    return each<Register>(One::sub, a, b);
  }
  static Register mul(const Register& a, const Register& b) {
    return each<Register>(One::mul, a, b);
  }
  static Register div(const Register& a, const Register& b) {
    return each<Register>(One::div, a, b);
  }
  static Register negate(const Register& a) { return each<Register>(One::negate, a); }
  static Register fma(const Register& a, const Register& b, const Register& c) {
    return each<Register>(One::fma, a, b, c);
  }
  static Register fnma(const Register& a, const Register& b, const Register& c) {
    return each<Register>(One::fnma, a, b, c);
  }
  static Register min(const Register& a, const Register& b) {
    return each<Register>(One::min, a, b);
  }
  static Register max(const Register& a, const Register& b) {
    return each<Register>(One::max, a, b);
  }
  static Register sqrt(const Register& x) { return each<Register>(One::sqrt, x); }
  static Register abs(const Register& x) { return each<Register>(One::abs, x); }
  static Register select(const MaskRegister& m, const Register& yes, const Register& no) {
    return each<Register>(One::select, m, yes, no);
  }
  static MaskRegister less(const Register& a, const Register& b) {
    return each<MaskRegister>(One::less, a, b);
  }
  static MaskRegister equal(const Register& a, const Register& b) {
    return each<MaskRegister>(One::equal, a, b);
  }
  static MaskRegister mask_and(const MaskRegister& a, const MaskRegister& b) {
    return each<MaskRegister>(One::mask_and, a, b);
  }
  static bool mask_lane(const MaskRegister& m, int i) { return m[static_cast<std::size_t>(i)]; }
  static bool mask_all(const MaskRegister& m) { return m[0] && m[1] && m[2] && m[3]; }

  static WordRegister broadcast_word(std::uint64_t x) { return {x, x, x, x}; }
  static WordRegister load_words(const std::uint64_t* p) { return {p[0], p[1], p[2], p[3]}; }
  static WordRegister word_add(const WordRegister& a, const WordRegister& b) {
    return each<WordRegister>(One::word_add, a, b);
  }
  static WordRegister word_xor(const WordRegister& a, const WordRegister& b) {
    return each<WordRegister>(One::word_xor, a, b);
  }
  static WordRegister word_and(const WordRegister& a, const WordRegister& b) {
    return each<WordRegister>(One::word_and, a, b);
  }
  static WordRegister word_or(const WordRegister& a, const WordRegister& b) {
    return each<WordRegister>(One::word_or, a, b);
  }
  template <int bits>
  static WordRegister word_shift_left(const WordRegister& a) {
    return each<WordRegister>(One::template word_shift_left<bits>, a);
  }
  template <int bits>
  static WordRegister word_shift_right(const WordRegister& a) {
    return each<WordRegister>(One::template word_shift_right<bits>, a);
  }
  template <int bits>
  static WordRegister word_rotate_left(const WordRegister& a) {
    return each<WordRegister>(One::template word_rotate_left<bits>, a);
  }
  static MaskRegister word_is_zero(const WordRegister& a) {
    return each<MaskRegister>(One::word_is_zero, a);
  }
  static Register flip_sign(const Register& x, const WordRegister& w) {
    return each<Register>(One::flip_sign, x, w);
  }
  static WordRegister words_of(const Register& v) { return each<WordRegister>(One::words_of, v); }
  static Register from_words(const WordRegister& w) { return each<Register>(One::from_words, w); }
  static Register from_integer(const WordRegister& k) {
    return each<Register>(One::from_integer, k);
  }
};

using FourDoubles = Pack<FourLanes>;

}  // namespace montecopter
