#include "core/base/ieee.hpp"

#include <catch2/catch.hpp>
#include <cfenv>
#include <cstdlib>
#include <limits>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace montecopter {
namespace {

/// Subnormal operands and results become zero.
void flush_to_zero() {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(1L << 24));
#endif
}

// Volatile: computed here and now, not by the compiler.
volatile double one = 1, ten = 10, minus_ten = -10, smallest = std::numeric_limits<double>::min();

TEST_CASE("whatever a library did to the arithmetic is undone") {
  std::fesetround(GENERATE(FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO));
  flush_to_zero();
  const double half_before = smallest / 2, tenth_before = one / ten, minus_before = one / minus_ten;
  const double text_before = std::strtod("0.1", nullptr),
               other_before = std::strtod("0.7", nullptr);
  set_ieee_arithmetic();
  const double half = smallest / 2, tenth = one / ten, minus_tenth = one / minus_ten;
  const double text = std::strtod("0.1", nullptr), other = std::strtod("0.7", nullptr);
  // There was something to undo.
  CHECK(half_before == 0.0);
  CHECK((tenth_before != 0.1 || minus_before != -0.1));
  CHECK((text_before != 0.1 || other_before != 0.7));
  CHECK(half == 0x1p-1023);
  CHECK(tenth == 0.1);
  CHECK(minus_tenth == -0.1);
  CHECK(text == 0.1);
  CHECK(other == 0.7);
}

}  // namespace
}  // namespace montecopter
