#include "core/numerics/decompositions.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

#include "core/base/contract.hpp"

namespace montecopter {

Eigen::VectorXd least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.completeOrthogonalDecomposition().solve(B);
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& A) {
  expects(A.allFinite(), "a matrix of finite numbers");
  return Eigen::JacobiSVD<Eigen::MatrixXd>(A).singularValues();
}

Eigen::Index rank(const Eigen::MatrixXd& A, double threshold) {
  expects(A.allFinite(), "a matrix of finite numbers");
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(A);
  svd.setThreshold(threshold);
  return svd.rank();
}

}  // namespace montecopter
