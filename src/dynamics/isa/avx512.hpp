#pragma once
/// Eight lanes in one AVX-512 register (F and DQ).

#include <immintrin.h>

#include <cstdint>

namespace montecopter::isa {

struct Avx512 {
  static constexpr int width = 8;
  using Register = __m512d;
  using WordRegister = __m512i;
  using MaskRegister = __mmask8;

  static Register broadcast(double x) { return _mm512_set1_pd(x); }
  static Register load(const double* p) { return _mm512_loadu_pd(p); }
  static void store(double* p, Register v) { _mm512_storeu_pd(p, v); }
  static Register add(Register a, Register b) { return _mm512_add_pd(a, b); }
  static Register sub(Register a, Register b) { return _mm512_sub_pd(a, b); }
  static Register mul(Register a, Register b) { return _mm512_mul_pd(a, b); }
  static Register div(Register a, Register b) { return _mm512_div_pd(a, b); }
  static Register negate(Register a) { return -a; }
  static Register fma(Register a, Register b, Register c) { return _mm512_fmadd_pd(a, b, c); }
  static Register fnma(Register a, Register b, Register c) { return _mm512_fnmadd_pd(a, b, c); }
  static Register min(Register a, Register b) { return _mm512_min_pd(a, b); }
  static Register max(Register a, Register b) { return _mm512_max_pd(a, b); }
  static Register sqrt(Register x) { return _mm512_sqrt_pd(x); }
  static Register abs(Register x) { return _mm512_andnot_pd(_mm512_set1_pd(-0.0), x); }
  static Register select(MaskRegister m, Register yes, Register no) {
    return _mm512_mask_blend_pd(m, no, yes);
  }
  static MaskRegister less(Register a, Register b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
  static MaskRegister equal(Register a, Register b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }

  static MaskRegister mask_and(MaskRegister a, MaskRegister b) {
    return static_cast<MaskRegister>(a & b);
  }
  static bool mask_lane(MaskRegister m, int i) { return ((m >> i) & 1) != 0; }
  static bool mask_all(MaskRegister m) { return m == 0xff; }

  static WordRegister broadcast_word(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
  }
  static WordRegister load_words(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
  static WordRegister word_add(WordRegister a, WordRegister b) { return _mm512_add_epi64(a, b); }
  static WordRegister word_xor(WordRegister a, WordRegister b) { return _mm512_xor_si512(a, b); }
  static WordRegister word_and(WordRegister a, WordRegister b) { return _mm512_and_si512(a, b); }
  static WordRegister word_or(WordRegister a, WordRegister b) { return _mm512_or_si512(a, b); }
  template <int bits>
  static WordRegister word_shift_left(WordRegister a) {
    return _mm512_slli_epi64(a, bits);
  }
  template <int bits>
  static WordRegister word_shift_right(WordRegister a) {
    return _mm512_srli_epi64(a, bits);
  }
  template <int bits>
  static WordRegister word_rotate_left(WordRegister a) {
    return _mm512_rol_epi64(a, bits);
  }
  /// x with its sign flipped where the highest bit of the word is set.
  static Register flip_sign(Register x, WordRegister w) {
    const WordRegister sign = words_of(_mm512_set1_pd(-0.0));
    return from_words(_mm512_ternarylogic_epi64(words_of(x), w, sign, 0x78));  // x ^ (w & sign)
  }
  static MaskRegister word_is_zero(WordRegister a) {
    return _mm512_cmpeq_epi64_mask(a, _mm512_setzero_si512());
  }
  static WordRegister words_of(Register v) { return _mm512_castpd_si512(v); }
  static Register from_words(WordRegister w) { return _mm512_castsi512_pd(w); }
  static Register from_integer(WordRegister k) { return _mm512_cvtepu64_pd(k); }
};

}  // namespace montecopter::isa
