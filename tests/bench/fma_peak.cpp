#include <immintrin.h>

#include "bench.hpp"

namespace montecopter::bench {
namespace {

// Twelve independent chains cover latency x throughput of two FMA units (4 x 2) with some to spare.
// Each starts with a number of its own: of equal chains a compiler computes one.
#define MONTECOPTER_FMA_ROUND(op)                                                                \
  a0 = op(a0, m, c), a1 = op(a1, m, c), a2 = op(a2, m, c), a3 = op(a3, m, c), a4 = op(a4, m, c), \
  a5 = op(a5, m, c), a6 = op(a6, m, c), a7 = op(a7, m, c), a8 = op(a8, m, c), a9 = op(a9, m, c), \
  a10 = op(a10, m, c), a11 = op(a11, m, c)

__attribute__((target("avx512f"))) double fma_avx512(long rounds) {
  const __m512d m = _mm512_set1_pd(0.999999), c = _mm512_set1_pd(1e-9);
  __m512d a0 = _mm512_set1_pd(0.0), a1 = _mm512_set1_pd(1.0), a2 = _mm512_set1_pd(2.0),
          a3 = _mm512_set1_pd(3.0), a4 = _mm512_set1_pd(4.0), a5 = _mm512_set1_pd(5.0),
          a6 = _mm512_set1_pd(6.0), a7 = _mm512_set1_pd(7.0), a8 = _mm512_set1_pd(8.0),
          a9 = _mm512_set1_pd(9.0), a10 = _mm512_set1_pd(10.0), a11 = _mm512_set1_pd(11.0);
  for (long i = 0; i < rounds; ++i) MONTECOPTER_FMA_ROUND(_mm512_fmadd_pd);
  const __m512d sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;
  volatile double keep = _mm512_reduce_add_pd(sum);
  (void)keep;
  return static_cast<double>(rounds) * 12 * 8 * 2;
}

__attribute__((target("avx2,fma"))) double fma_avx2(long rounds) {
  const __m256d m = _mm256_set1_pd(0.999999), c = _mm256_set1_pd(1e-9);
  __m256d a0 = _mm256_set1_pd(0.0), a1 = _mm256_set1_pd(1.0), a2 = _mm256_set1_pd(2.0),
          a3 = _mm256_set1_pd(3.0), a4 = _mm256_set1_pd(4.0), a5 = _mm256_set1_pd(5.0),
          a6 = _mm256_set1_pd(6.0), a7 = _mm256_set1_pd(7.0), a8 = _mm256_set1_pd(8.0),
          a9 = _mm256_set1_pd(9.0), a10 = _mm256_set1_pd(10.0), a11 = _mm256_set1_pd(11.0);
  for (long i = 0; i < rounds; ++i) MONTECOPTER_FMA_ROUND(_mm256_fmadd_pd);
  const __m256d sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11;
  volatile double keep = sum[0] + sum[1] + sum[2] + sum[3];
  (void)keep;
  return static_cast<double>(rounds) * 12 * 4 * 2;
}

}  // namespace

double run_fma_loop(long rounds) {
  return __builtin_cpu_supports("avx512f") ? fma_avx512(rounds) : fma_avx2(rounds);
}

}  // namespace montecopter::bench
