#pragma once
/// The von Mises distribution of an angle in (-pi, pi), about 0.

#include "dynamics/distributions/monotone_root.hpp"

namespace montecopter {

/// The integral of e^(kappa (cos t - 1)) from `angle` to pi, 0 <= angle <= pi; relative error
/// 1e-13.
double von_mises_integral(double kappa, double angle);

/// The probability above `angle`, -pi <= angle <= pi. What is below it is above -angle.
double von_mises_above(double kappa, double angle);

/// The angle at that probability.
double von_mises_quantile(double kappa, const Probability& wanted);

}  // namespace montecopter
