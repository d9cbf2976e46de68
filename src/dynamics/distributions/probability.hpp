#pragma once
/// Parts of distributions: a probability kept together with its complement, so that both tails stay
/// accurate, limits, moments, and the shared parts of the exponential family.

#include <limits>

#include "core/numerics/powers.hpp"
#include "core/numerics/uniform.hpp"

namespace montecopter {

/// F and 1 - F, each with full relative accuracy.
struct Probability {
  double lower = 0;
  double upper = 1;

  static Probability of(const Uniform53& u) { return {u.value(), u.complement().value()}; }
};

/// Values from low to high; either may be infinite.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

struct Moments {
  double mean = 0;
  double sd = 0;
};

/// The number whose distribution is the exponential one of mean 1 at that probability:
/// H = -log(1 - F).
inline double cumulative_hazard(const Probability& p) {
  return p.lower < 0.5 ? -log1p<double>(-p.lower) : -log<double>(p.upper);
}
/// The reverse, for H >= 0.
inline Probability from_hazard(double hazard) {
  return {-expm1<double>(-hazard), exp<double>(-hazard)};
}

}  // namespace montecopter
