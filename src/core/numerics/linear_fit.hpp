#pragma once
/// Laws that are linear in their coefficients, fitted to measurements: least squares, or such that
/// rows which lie apart do not count.

#include <Eigen/Core>

namespace montecopter {

enum class FitLoss {
  squares,
  /// Tukey's biweight from the least absolute deviations on, in which no row has more leverage than
  /// others. Its scale is 1.4826 times the median magnitude of the residuals, in units of which
  /// rows beyond 4.685 do not count. Source: P. J. Huber, E. M. Ronchetti, "Robust Statistics", 2nd
  /// ed. 2009, chapters 4.8 and 7.
  biweight,
};

struct LinearFit {
  Eigen::VectorXd coefficients;
  Eigen::VectorXd residuals;  ///< measured - law, of every row
  Eigen::VectorXd weights;    ///< 1: counts; 0: does not
};

/// The coefficients c of measured = terms c. `terms`: (rows, coefficients), with at least as many
/// rows as coefficients; every number is finite.
LinearFit fit_linear(const Eigen::MatrixXd& terms, const Eigen::VectorXd& measured, FitLoss loss);

}  // namespace montecopter
