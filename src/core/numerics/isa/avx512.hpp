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
  /// Lane i of a, b, c and d in the i-th four numbers of `rows`, which are aligned. Quarters of a
  /// register are pairs of one lane; those of its two pairs come together.
  static void store_by_lane(double* rows, Register a, Register b, Register c, Register d) {
    const auto store_lanes = [rows](int first, Register ab, Register cd) {  // first, + 2, + 4, + 6
      const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
      const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
      const Register front = _mm512_permutex2var_pd(ab, low, cd);
      const Register back = _mm512_permutex2var_pd(ab, high, cd);
      _mm256_store_pd(rows + 4 * first, _mm512_castpd512_pd256(front));
      _mm256_store_pd(rows + 4 * first + 8, _mm512_extractf64x4_pd(front, 1));
      _mm256_store_pd(rows + 4 * first + 16, _mm512_castpd512_pd256(back));
      _mm256_store_pd(rows + 4 * first + 24, _mm512_extractf64x4_pd(back, 1));
    };
    store_lanes(0, _mm512_unpacklo_pd(a, b), _mm512_unpacklo_pd(c, d));
    store_lanes(1, _mm512_unpackhi_pd(a, b), _mm512_unpackhi_pd(c, d));
  }
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
