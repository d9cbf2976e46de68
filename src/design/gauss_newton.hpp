#pragma once
/// Roots of accelerations: what trims are found by. For people; no part of any flight.

#include <Eigen/Dense>
#include <cmath>
#include <vector>

namespace montecopter {

/// What is left of a solution is rounding of accelerations of a few g.
inline constexpr double solved = 1e-9;

/// Velocities from nearly at rest to this one, less than 2 m/s apart: a root at one is near that at
/// the next.
inline std::vector<Eigen::Vector3d> approach(const Eigen::Vector3d& velocity_m_s) {
  const int steps = 1 + static_cast<int>(std::fmin(velocity_m_s.norm() / 2, 1000));
  std::vector<Eigen::Vector3d> way;
  for (int k = 1; k <= steps; ++k) way.push_back(velocity_m_s * (double(k) / steps));
  way.back() = velocity_m_s;
  return way;
}

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
