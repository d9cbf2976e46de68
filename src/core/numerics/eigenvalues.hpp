#pragma once
/// Eigenvalues whose bits depend on nothing but the matrix.

#include <Eigen/Core>

namespace montecopter {

/// Of a square matrix, pairs side by side, else in no order. NaN where the matrix is not finite.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);

}  // namespace montecopter
