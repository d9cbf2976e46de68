#pragma once
/// Roots of accelerations: what trims are found by. For people; no part of any flight.

#include <Eigen/Dense>

namespace montecopter {

/// What is left of a solution is rounding of accelerations of a few g.
inline constexpr double solved = 1e-9;

/// Roots of `residual` by Gauss-Newton with central differences and the shortest of all steps in
/// units of `scale`.
template <class Residual>
double solve(Eigen::VectorXd& x, const Eigen::VectorXd& scale, const Residual& residual) {
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Eigen::VectorXd r = residual(x);
    if (r.cwiseAbs().maxCoeff() < 1e-13) break;
    Eigen::MatrixXd slope(r.size(), x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      Eigen::VectorXd ahead = x, behind = x;
      const double h = 1e-6 * scale[k];
      ahead[k] += h, behind[k] -= h;
      slope.col(k) = (residual(ahead) - residual(behind)) / 2e-6;
    }
    const Eigen::VectorXd step = slope.completeOrthogonalDecomposition().solve(r);
    x -= scale.cwiseProduct(step);
    if (step.cwiseAbs().maxCoeff() < 1e-15) break;
  }
  return residual(x).cwiseAbs().maxCoeff();
}

}  // namespace montecopter
