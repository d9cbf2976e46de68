#pragma once
/// The arithmetic that results are promised for, whatever a library linked with -Ofast has set.

#include <cfenv>

#if defined(__FAST_MATH__)
#error "fast-math changes bits; see cmake/fp.cmake"
#endif

namespace montecopter {

/// Rounding to nearest with subnormals kept, for the calling thread. The C library's default is the
/// processor's. It also resets the flush-to-zero of x86-64 and aarch64, and x86-64's second
/// rounding mode (x87), which decides how the C library reads decimal numbers.
inline void set_ieee_arithmetic() { std::fesetenv(FE_DFL_ENV); }

}  // namespace montecopter
