#pragma once
/// The chi-square distribution with any positive number of degrees of freedom, from our own
/// elementary functions.

namespace montecopter {

/// Regularised incomplete gamma function P(a, x) = integral of t^(a-1) e^-t over 0..x / Gamma(a),
/// a > 0, x >= 0.
double gamma_p(double a, double x);

/// The value below which chi-square with `dof` degrees of freedom lies with probability p, 0 < p
/// < 1. Relative error below 1e-11 for p from 1e-6 to 1 - 1e-6 and dof from 0.1 to 1e8.
double chi_square_quantile(double p, double dof);

}  // namespace montecopter
