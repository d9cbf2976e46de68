#pragma once
/// Matrices without anything below the first subdiagonal: at the cost of one reduction, each
/// solution and each step of the QR algorithm takes the square of their size. Bits depend on
/// nothing but the numbers.

#include <Eigen/Core>

namespace montecopter {

/// Scales the states of x' = A x + B u, y = C x by powers of two until rows and columns of A are of
/// like size, then turns them until A is a Hessenberg matrix.
void reduce_to_hessenberg(Eigen::MatrixXd& A, Eigen::MatrixXd& B, Eigen::MatrixXd& C);

}  // namespace montecopter
