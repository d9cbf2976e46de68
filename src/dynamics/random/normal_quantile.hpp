#pragma once
/// The standard normal distribution function and its inverse, in set-up precision (relative error
/// below 1e-14), with our own log and exp so that the bits do not depend on the C library.

#include "dynamics/random/uniform.hpp"

namespace montecopter {

/// Phi(x), also far in the lower tail (relative accuracy holds there).
double normal_cdf(double x);

/// Phi^-1(p) for 0 < p <= 1/2.
double normal_quantile_lower(double p);

/// Phi^-1(u), antisymmetric in u -> 1 - u to the bit.
double normal_quantile(const Uniform53& u);

/// The standard normal restricted to [low, high]; low < high, either may be infinite. Its two
/// probabilities cost more than a quantile, so they are computed once.
class TruncatedNormal {
 public:
  TruncatedNormal(double low, double high);
  double quantile(const Uniform53& u) const;

 private:
  bool mirrored_;  ///< turned over, so that the interval begins in the lower tail
  double low_, high_, p_low_, p_high_;
};

/// One quantile of it.
inline double truncated_normal_quantile(const Uniform53& u, double low, double high) {
  return TruncatedNormal(low, high).quantile(u);
}

}  // namespace montecopter
