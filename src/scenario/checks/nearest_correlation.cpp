#include "scenario/checks/nearest_correlation.hpp"

#include <Eigen/Dense>

#include <cstddef>
#include <vector>

namespace montecopter {

namespace {

/// The nearest matrix with eigenvalues of `least` and more.
Eigen::MatrixXd without_lower_eigenvalues(const Eigen::MatrixXd& matrix, double least) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  const Eigen::MatrixXd& v = solver.eigenvectors();
  return v * solver.eigenvalues().cwiseMax(least).asDiagonal() * v.transpose();
}

}  // namespace

SquareMatrix nearest_correlation_matrix(const SquareMatrix& matrix, double least) {
  const auto n = static_cast<Eigen::Index>(matrix.size());
  Eigen::MatrixXd near(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      near(i, j) = matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  constexpr int most_rounds = 10000;  // it converges linearly, most often in a few dozen
  Eigen::MatrixXd correction = Eigen::MatrixXd::Zero(n, n);
  for (int round = 0; round < most_rounds; ++round) {
    const Eigen::MatrixXd corrected = near - correction;
    const Eigen::MatrixXd definite = without_lower_eigenvalues(corrected, least);
    correction = definite - corrected;
    near = definite;
    near.diagonal().setOnes();
    // Far less than the four digits in which correlations are reported.
    if ((near - definite).norm() <= 1e-10 * near.norm()) break;
  }
  SquareMatrix nearest(matrix.size(), std::vector<double>(matrix.size()));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      nearest[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = near(i, j);
    }
  }
  return nearest;
}

}  // namespace montecopter
