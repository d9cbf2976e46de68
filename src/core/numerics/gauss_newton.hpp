#pragma once
/// Roots of accelerations, from which trims are found. The hover about which the gains of an LQR
/// are computed is one of them, so its bits are part of a flight. EIGEN_DONT_VECTORIZE keeps the
/// order of every sum.

#include <Eigen/Core>
#include <cmath>
#include <functional>
#include <vector>

namespace montecopter {

/// Residual of a solution: rounding of accelerations of a few g.
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

/// Residuals that have to vanish.
using Residual = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// Moves x to a root of `residual` by Gauss-Newton with central differences and the shortest of all
/// steps in units of `scale`. What is left there: the largest magnitude.
double solve(Eigen::VectorXd& x, const Eigen::VectorXd& scale, const Residual& residual);

}  // namespace montecopter
