#pragma once
/// Eigen's decompositions of matrices of any size. Each is compiled once, here: a unit that names
/// one takes ten seconds longer to compile.

#include <Eigen/Core>

namespace montecopter {

/// The shortest x among those with the least |A x - b|; for the columns of B one by one.
Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Descending. Every number of A is finite.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

/// Singular values above `threshold` times the largest. Every number of A is finite.
Eigen::Index rank(const Eigen::MatrixXd& A, double threshold);

}  // namespace montecopter
