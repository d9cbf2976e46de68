#pragma once
/// The standard normal distribution function and its inverse, in set-up precision (relative error
/// below 1e-14). They use our own log and exp so that the bits do not depend on the C library.

#include "core/numerics/uniform.hpp"

namespace montecopter {

/// Phi(x), also far in the lower tail (relative accuracy holds there).
double normal_cdf(double x);

/// Phi^-1(p) for 0 < p <= 1/2.
double normal_quantile_lower(double p);

/// Phi^-1 of a probability given with its complement; antisymmetric in their exchange to the bit.
double normal_quantile(double lower, double upper);

/// Phi^-1(u).
inline double normal_quantile(const Uniform53& u) {
  return normal_quantile(u.value(), u.complement().value());
}

}  // namespace montecopter
