#pragma once
/// e^-x less its first terms: what sums over exponentially correlated readings are made of.

#include <cmath>

#include "core/numerics/powers.hpp"

namespace montecopter {

/// (e^-x - 1 + x - x^2/2) / x^2 = -x/6 + x^2/24 - ..., without the cancellation of the left side.
inline double exponential_remainder(double x) {
  if (std::fabs(x) > 1) return (expm1<double>(-x) + x) / (x * x) - 0.5;
  double sum = 0;
  for (int k = 20; k >= 4; --k) sum = (1 - sum) * x / k;  // the term after these: 1/21! < 2e-20
  return -x / 6 * (1 - sum);
}

/// (1 - f^2 - 2 h f) / h^2 with f = exp(-h) and h >= 0: 2 f (sinh(h) - h) / h^2, h/3 for small h.
inline double stretch_variance(double h) {
  const double f = exp<double>(-h);
  if (h > 1) return (1 - f * f - 2 * h * f) / (h * h);
  return f * (exponential_remainder(-h) - exponential_remainder(h));
}

}  // namespace montecopter
