#pragma once
/// Exact discretisation of the filters of turbulence, at set-up. Source of the method: C. F. Van
/// Loan, IEEE Trans. Automatic Control 23 (1978) 395, here in closed form.

#include "dynamics/winds/shaping_filter.hpp"

namespace montecopter {

/// The lower triangular L with L L^T = covariance. A diagonal element that rounding makes negative,
/// in the last digits of an unimportant number, is zero.
template <int order>
Lower<double, order> cholesky(const Lower<double, order>& covariance) {
  Lower<double, order> l{};
  const auto at = [](int i, int j) { return i * (i + 1) / 2 + j; };
  for (int i = 0; i < order; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = covariance[at(i, j)];
      for (int k = 0; k < j; ++k) sum = fnma(l[at(i, k)], l[at(j, k)], sum);
      if (i == j) {
        l[at(i, i)] = sqrt(max(sum, 0.0));
      } else {
        l[at(i, j)] = l[at(j, j)] > 0 ? sum / l[at(j, j)] : 0.0;
      }
    }
  }
  return l;
}

/// Gauss-Markov process, the transfer function 1 / (1 + T s): `steps` is step / T.
ShapingFilter<double, 1> first_order_filter(double sigma, double steps);

/// (1 + sqrt(3) T s) / (1 + T s)^2.
ShapingFilter<double, 2> dryden_cross_filter(double sigma, double steps);

/// MIL-HDBK-1797's (1 + 0.25 T s) / (1 + 1.357 T s + 0.1987 (T s)^2).
ShapingFilter<double, 2> von_karman_along_filter(double sigma, double steps);

/// MIL-HDBK-1797's (1 + 2.7478 T s + 0.3398 (T s)^2) / (1 + 2.9958 T s + 1.9754 (T s)^2 +
/// 0.1539 (T s)^3).
ShapingFilter<double, 3> von_karman_cross_filter(double sigma, double steps);

}  // namespace montecopter
