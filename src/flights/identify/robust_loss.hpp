#pragma once
/// Robust weights of residuals, so that single bad values count little: P. Huber, "Robust
/// Statistics", 1981.

#include <cmath>

namespace montecopter::identify {

/// 95 % efficiency for normal residuals (Huber 1981, table 4.3).
inline constexpr double huber_at = 1.345;
/// Median of the magnitude of a standard normal number.
inline constexpr double median_magnitude = 0.6744897501960817;

/// Huber's loss of a residual divided by its spread.
inline double loss(double z) {
  const double size = std::fabs(z);
  return size <= huber_at ? 0.5 * z * z : huber_at * (size - 0.5 * huber_at);
}

/// Weights of the normal equations: of iterated least squares, or the curvature of the loss (at
/// least a tenth of the weight, so that every window determines its start).
inline double weight(double z, bool is_curvature) {
  const double size = std::fabs(z);
  if (size <= huber_at) return 1;
  return (is_curvature ? 0.1 : 1.0) * huber_at / size;
}

}  // namespace montecopter::identify
