#pragma once
/// Matrices without elements below the first subdiagonal. After one reduction, each solution and
/// each step of the QR algorithm costs the square of their size. Bits depend only on the numbers.

#include <Eigen/Core>

namespace montecopter {

/// Scales the states of x' = A x + B u, y = C x by powers of two until rows and columns of A are of
/// similar norm. Then turns them until A is a Hessenberg matrix.
void reduce_to_hessenberg(Eigen::MatrixXd& A, Eigen::MatrixXd& B, Eigen::MatrixXd& C);

}  // namespace montecopter
