#pragma once
/// Eigenvalues whose bits depend only on the matrix.

#include <Eigen/Core>

namespace montecopter {

/// Eigenvalues of a square matrix, pairs side by side, else in no order. NaN if it is not finite.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);

}  // namespace montecopter
