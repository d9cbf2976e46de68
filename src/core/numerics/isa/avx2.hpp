#pragma once
/// Four lanes in one AVX2 register, with FMA.

#include <immintrin.h>

#include <cstdint>

namespace montecopter::isa {

struct Avx2 {
  static constexpr int width = 4;
  using Register = __m256d;
  using WordRegister = __m256i;
  using MaskRegister = __m256d;

  static Register broadcast(double x) { return _mm256_set1_pd(x); }
  static Register load(const double* p) { return _mm256_loadu_pd(p); }
  static void store(double* p, Register v) { _mm256_storeu_pd(p, v); }
  /// Lane i of a, b, c and d in the i-th four numbers of `rows`, which are aligned.
  static void store_by_lane(double* rows, Register a, Register b, Register c, Register d) {
    const Register ab_even = _mm256_unpacklo_pd(a, b), ab_odd = _mm256_unpackhi_pd(a, b);
    const Register cd_even = _mm256_unpacklo_pd(c, d), cd_odd = _mm256_unpackhi_pd(c, d);
    _mm256_store_pd(rows, _mm256_permute2f128_pd(ab_even, cd_even, 0x20));
    _mm256_store_pd(rows + 4, _mm256_permute2f128_pd(ab_odd, cd_odd, 0x20));
    _mm256_store_pd(rows + 8, _mm256_permute2f128_pd(ab_even, cd_even, 0x31));
    _mm256_store_pd(rows + 12, _mm256_permute2f128_pd(ab_odd, cd_odd, 0x31));
  }
  static Register add(Register a, Register b) { return _mm256_add_pd(a, b); }
  static Register sub(Register a, Register b) { return _mm256_sub_pd(a, b); }
  static Register mul(Register a, Register b) { return _mm256_mul_pd(a, b); }
  static Register div(Register a, Register b) { return _mm256_div_pd(a, b); }
  static Register negate(Register a) { return -a; }
  static Register fma(Register a, Register b, Register c) { return _mm256_fmadd_pd(a, b, c); }
  static Register fnma(Register a, Register b, Register c) { return _mm256_fnmadd_pd(a, b, c); }
  static Register min(Register a, Register b) { return _mm256_min_pd(a, b); }
  static Register max(Register a, Register b) { return _mm256_max_pd(a, b); }
  static Register sqrt(Register x) { return _mm256_sqrt_pd(x); }
  static Register abs(Register x) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x); }
  static Register select(MaskRegister m, Register yes, Register no) {
    return _mm256_blendv_pd(no, yes, m);
  }
  static MaskRegister less(Register a, Register b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
  static MaskRegister equal(Register a, Register b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }

  static MaskRegister mask_and(MaskRegister a, MaskRegister b) { return _mm256_and_pd(a, b); }
  static bool mask_lane(MaskRegister m, int i) { return ((_mm256_movemask_pd(m) >> i) & 1) != 0; }
  static bool mask_all(MaskRegister m) { return _mm256_movemask_pd(m) == 0xf; }

  static WordRegister broadcast_word(std::uint64_t x) {
    return _mm256_set1_epi64x(static_cast<long long>(x));
  }
  static WordRegister load_words(const std::uint64_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static WordRegister word_add(WordRegister a, WordRegister b) { return _mm256_add_epi64(a, b); }
  static WordRegister word_xor(WordRegister a, WordRegister b) { return _mm256_xor_si256(a, b); }
  static WordRegister word_and(WordRegister a, WordRegister b) { return _mm256_and_si256(a, b); }
  static WordRegister word_or(WordRegister a, WordRegister b) { return _mm256_or_si256(a, b); }
  template <int bits>
  static WordRegister word_shift_left(WordRegister a) {
    return _mm256_slli_epi64(a, bits);
  }
  template <int bits>
  static WordRegister word_shift_right(WordRegister a) {
    return _mm256_srli_epi64(a, bits);
  }
  template <int bits>
  static WordRegister word_rotate_left(WordRegister a) {
    return word_or(word_shift_left<bits>(a), word_shift_right<64 - bits>(a));
  }
  /// x with its sign flipped where the highest bit of the word is set.
  static Register flip_sign(Register x, WordRegister w) {
    return _mm256_xor_pd(x, _mm256_and_pd(from_words(w), _mm256_set1_pd(-0.0)));
  }
  static MaskRegister word_is_zero(WordRegister a) {
    return _mm256_castsi256_pd(_mm256_cmpeq_epi64(a, _mm256_setzero_si256()));
  }
  static WordRegister words_of(Register v) { return _mm256_castpd_si256(v); }
  static Register from_words(WordRegister w) { return _mm256_castsi256_pd(w); }
  /// Exact below 2^53: the halves are planted in the mantissas of 2^84 and 2^52, the offsets taken
  /// off, and the one addition that is left has an exact result.
  static Register from_integer(WordRegister k) {
    const WordRegister high = word_or(word_shift_right<32>(k), words_of(broadcast(0x1p84)));
    const WordRegister low =
        word_or(word_and(k, broadcast_word(0xffffffffu)), words_of(broadcast(0x1p52)));
    return add(sub(from_words(high), broadcast(0x1p84 + 0x1p52)), from_words(low));
  }
};

}  // namespace montecopter::isa
