#pragma once
/// Two lanes in one register of Advanced SIMD (NEON), which every aarch64 has.

#include <arm_neon.h>

#include <cstdint>

namespace montecopter::isa {

struct Neon {
  static constexpr int width = 2;
  using Register = float64x2_t;
  using WordRegister = uint64x2_t;
  using MaskRegister = uint64x2_t;

  static Register broadcast(double x) { return vdupq_n_f64(x); }
  static Register load(const double* p) { return vld1q_f64(p); }
  static void store(double* p, Register v) { vst1q_f64(p, v); }
  /// Lane i of a, b, c and d in the i-th four numbers of `rows`.
  static void store_by_lane(double* rows, Register a, Register b, Register c, Register d) {
    store(rows, vzip1q_f64(a, b)), store(rows + 2, vzip1q_f64(c, d));
    store(rows + 4, vzip2q_f64(a, b)), store(rows + 6, vzip2q_f64(c, d));
  }
  static Register add(Register a, Register b) { return vaddq_f64(a, b); }
  static Register sub(Register a, Register b) { return vsubq_f64(a, b); }
  static Register mul(Register a, Register b) { return vmulq_f64(a, b); }
  static Register div(Register a, Register b) { return vdivq_f64(a, b); }
  static Register negate(Register a) { return vnegq_f64(a); }
  static Register fma(Register a, Register b, Register c) { return vfmaq_f64(c, a, b); }
  static Register fnma(Register a, Register b, Register c) { return vfmsq_f64(c, a, b); }
  // FMIN and FMAX tell zeros apart and prefer a NaN; pack.hpp wants compare-and-select.
  static Register min(Register a, Register b) { return select(less(a, b), a, b); }
  static Register max(Register a, Register b) { return select(less(b, a), a, b); }
  static Register sqrt(Register x) { return vsqrtq_f64(x); }
  static Register abs(Register x) { return vabsq_f64(x); }
  static Register select(MaskRegister m, Register yes, Register no) {
    return vbslq_f64(m, yes, no);
  }
  static MaskRegister less(Register a, Register b) { return vcltq_f64(a, b); }
  static MaskRegister equal(Register a, Register b) { return vceqq_f64(a, b); }

  static MaskRegister mask_and(MaskRegister a, MaskRegister b) { return vandq_u64(a, b); }
  static bool mask_lane(MaskRegister m, int i) {
    return (i == 0 ? vgetq_lane_u64(m, 0) : vgetq_lane_u64(m, 1)) != 0;
  }
  static bool mask_all(MaskRegister m) { return mask_lane(m, 0) && mask_lane(m, 1); }

  static WordRegister broadcast_word(std::uint64_t x) { return vdupq_n_u64(x); }
  static WordRegister load_words(const std::uint64_t* p) { return vld1q_u64(p); }
  static WordRegister word_add(WordRegister a, WordRegister b) { return vaddq_u64(a, b); }
  static WordRegister word_xor(WordRegister a, WordRegister b) { return veorq_u64(a, b); }
  static WordRegister word_and(WordRegister a, WordRegister b) { return vandq_u64(a, b); }
  static WordRegister word_or(WordRegister a, WordRegister b) { return vorrq_u64(a, b); }
  template <int bits>
  static WordRegister word_shift_left(WordRegister a) {
    return vshlq_n_u64(a, bits);
  }
  template <int bits>
  static WordRegister word_shift_right(WordRegister a) {
    return vshrq_n_u64(a, bits);
  }
  template <int bits>
  static WordRegister word_rotate_left(WordRegister a) {
    return vsriq_n_u64(word_shift_left<bits>(a), a, 64 - bits);  // shift right and insert
  }
  /// x with its sign flipped where the highest bit of the word is set.
  static Register flip_sign(Register x, WordRegister w) {
    return from_words(word_xor(words_of(x), word_and(w, words_of(broadcast(-0.0)))));
  }
  static MaskRegister word_is_zero(WordRegister a) { return vceqzq_u64(a); }
  static WordRegister words_of(Register v) { return vreinterpretq_u64_f64(v); }
  static Register from_words(WordRegister w) { return vreinterpretq_f64_u64(w); }
  static Register from_integer(WordRegister k) { return vcvtq_f64_u64(k); }
};

}  // namespace montecopter::isa
