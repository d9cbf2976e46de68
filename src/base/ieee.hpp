#pragma once
/// The arithmetic that results are promised for, whatever a library linked with -Ofast has set.

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#if defined(__FAST_MATH__)
#error "fast-math changes bits; see cmake/fp.cmake"
#endif

namespace montecopter {

/// Round to nearest, subnormals kept, for the calling thread.
inline void set_ieee_arithmetic() {
#if defined(__x86_64__)
  _mm_setcsr(0x1f80);  // the processor's default
#endif
}

}  // namespace montecopter
