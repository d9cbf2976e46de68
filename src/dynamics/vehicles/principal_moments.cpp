#include "dynamics/vehicles/principal_moments.hpp"

#include <Eigen/Eigenvalues>

namespace montecopter {

std::array<double, 3> principal_moments(const Inertia& j) {
  Eigen::Matrix3d matrix;
  matrix << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  const Eigen::Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
  return {moments[0], moments[1], moments[2]};
}

}  // namespace montecopter
