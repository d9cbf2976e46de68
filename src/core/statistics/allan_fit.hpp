#pragma once
/// Coefficients of IEEE Std 952 read off a measured Allan deviation.

#include "core/statistics/allan.hpp"

namespace montecopter {

/// A coefficient, and its values where its square is one standard error smaller and larger: 68 % of
/// records have the true value between them.
struct AllanCoefficient {
  double value = 0, low = 0, high = 0;
};

struct AllanFit {
  AllanCoefficient angle_random_walk;  ///< N [u sqrt(s)] for readings in u; also velocity
  AllanCoefficient bias_instability;   ///< B [u]
  AllanCoefficient rate_random_walk;   ///< K [u / sqrt(s)]
  NoiseModel model;                    ///< readings with these coefficients
  /// Mean square of the misfit in standard deviations of the points. Far above 1, the curve has
  /// other parts than these three (a Gauss-Markov bias, a drift of temperature, vibration).
  double misfit = 0;
};

/// Least squares of the relative differences between measured and theoretical variances, each point
/// weighted by its degrees of freedom: the three squares that are 0 or more and suit best. The
/// shapes are those of sampled readings, not straight lines. The standard errors take into account
/// that points of one curve are correlated. Throws Error(usage) for a curve that is not
/// overlapping, of fewer than three points, or with a deviation of 0.
AllanFit fit_allan(const AllanCurve& curve);

/// Factors from units with seconds to units of data sheets. For readings in x / s, x / sqrt(s) is
/// 60 x / sqrt(h) (angle random walk), x / s is 3600 x / h (bias instability), and x / s^1.5 is
/// 216000 x / h^1.5.
inline constexpr double per_sqrt_hour = 60, per_hour = 3600, per_hour_1_5 = 216000;

}  // namespace montecopter
