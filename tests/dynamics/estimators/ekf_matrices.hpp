#pragma once
/// Covariances of the error-state Kalman filter as Eigen's matrices.

#include <Eigen/Dense>
#include <random>

#include "dynamics/estimators/ekf_updates.hpp"

namespace montecopter {

using Matrix = Eigen::Matrix<double, 15, 15>;
using Vector = Eigen::Matrix<double, 15, 1>;

inline Matrix to_eigen(const EkfMatrix<double>& P) {
  Matrix m;
  for (int i = 0; i < 15; ++i) {
    for (int k = i; k < 15; ++k)
      m(i, k) = m(k, i) = P[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  }
  return m;
}
inline EkfMatrix<double> from_eigen(const Matrix& m) {
  EkfMatrix<double> P;
  for (int i = 0; i < 15; ++i) {
    for (int k = 0; k < 15; ++k)
      P[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = m(i, k);
  }
  return P;
}

inline Symmetric3<double> isotropic(double x) { return {x, x, x, 0, 0, 0}; }

/// Any covariance of full rank.
inline Matrix some_covariance(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Matrix A;
  for (int i = 0; i < 15; ++i) {
    for (int k = 0; k < 15; ++k) A(i, k) = normal(random);
  }
  return A * A.transpose() + Matrix::Identity();
}

/// In standard deviations of b.
inline double distance(const Matrix& a, const Matrix& b) {
  const Vector scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

}  // namespace montecopter
