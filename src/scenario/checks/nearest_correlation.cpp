#include "scenario/checks/nearest_correlation.hpp"

#include <Eigen/Dense>

#include "core/numerics/fixed_order.hpp"

namespace montecopter {

namespace {

/// The nearest matrix with eigenvalues of `least` and more.
Eigen::MatrixXd without_lower_eigenvalues(const Eigen::MatrixXd& matrix, double least) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  const Eigen::MatrixXd& v = solver.eigenvectors();
  return v * solver.eigenvalues().cwiseMax(least).asDiagonal() * v.transpose();
}

}  // namespace

MatrixRows nearest_correlation_matrix(const MatrixRows& matrix, double least) {
  Eigen::MatrixXd near = fixed_order::matrix_of(matrix);
  constexpr int most_rounds = 10000;  // it converges linearly, most often in a few dozen
  Eigen::MatrixXd correction = Eigen::MatrixXd::Zero(near.rows(), near.cols());
  for (int round = 0; round < most_rounds; ++round) {
    const Eigen::MatrixXd corrected = near - correction;
    const Eigen::MatrixXd definite = without_lower_eigenvalues(corrected, least);
    correction = definite - corrected;
    near = definite;
    near.diagonal().setOnes();
    // Far less than the four digits in which correlations are reported.
    if ((near - definite).norm() <= 1e-10 * near.norm()) break;
  }
  return fixed_order::rows_of(near);
}

}  // namespace montecopter
