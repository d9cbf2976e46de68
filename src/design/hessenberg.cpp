#include "design/hessenberg.hpp"

#include <cmath>

namespace montecopter {
namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;

/// Scales states by powers of two until rows and columns of A are of like size. B. N. Parlett and
/// C. Reinsch, Numerische Mathematik 13 (1969) 293.
void balance(Matrix& A, Matrix& B, Matrix& C) {
  const Index n = A.rows();
  bool is_done = false;
  for (int round = 0; round < 100 && !is_done; ++round) {
    is_done = true;
    for (Index i = 0; i < n; ++i) {
      double row = 0, column = 0;
      for (Index k = 0; k < n; ++k) {
        if (k != i) row += std::fabs(A(i, k)), column += std::fabs(A(k, i));
      }
      if (row == 0 || column == 0) continue;
      double factor = 1;
      const double before = row + column;
      while (column * factor < row / factor / 2) factor *= 2;
      while (column * factor > row / factor * 2) factor /= 2;
      if (!(column * factor + row / factor < 0.95 * before)) continue;
      is_done = false;
      A.row(i) /= factor, B.row(i) /= factor;
      A.col(i) *= factor, C.col(i) *= factor;
    }
  }
}

/// Turns the states by I - 2 v v' / (v'v), v = [0, v].
void reflect(const Eigen::VectorXd& v, Matrix& A, Matrix& B, Matrix& C) {
  const Index n = A.rows(), first = n - v.size();
  double square = 0;
  for (Index i = 0; i < v.size(); ++i) square = std::fma(v[i], v[i], square);
  const auto turn_rows = [&](Matrix& M) {
    for (Index k = 0; k < M.cols(); ++k) {
      double sum = 0;
      for (Index i = 0; i < v.size(); ++i) sum = std::fma(v[i], M(first + i, k), sum);
      sum *= 2 / square;
      for (Index i = 0; i < v.size(); ++i) M(first + i, k) = std::fma(-sum, v[i], M(first + i, k));
    }
  };
  const auto turn_columns = [&](Matrix& M) {
    for (Index i = 0; i < M.rows(); ++i) {
      double sum = 0;
      for (Index k = 0; k < v.size(); ++k) sum = std::fma(M(i, first + k), v[k], sum);
      sum *= 2 / square;
      for (Index k = 0; k < v.size(); ++k) M(i, first + k) = std::fma(-sum, v[k], M(i, first + k));
    }
  };
  turn_rows(A), turn_rows(B);
  turn_columns(A), turn_columns(C);
}

/// G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th ed., section 7.4.2 (A. S.
/// Householder's reflections).
void reduce(Matrix& A, Matrix& B, Matrix& C) {
  for (Index k = 0; k + 2 < A.rows(); ++k) {
    Eigen::VectorXd v = A.col(k).tail(A.rows() - k - 1);
    double below = 0;
    for (Index i = 1; i < v.size(); ++i) below = std::fma(v[i], v[i], below);
    if (below == 0) continue;
    v[0] += std::copysign(std::sqrt(std::fma(v[0], v[0], below)), v[0]);
    reflect(v, A, B, C);
    A.col(k).tail(A.rows() - k - 2).setZero();
  }
}

}  // namespace

void reduce_to_hessenberg(Matrix& A, Matrix& B, Matrix& C) {
  balance(A, B, C);
  reduce(A, B, C);
}

}  // namespace montecopter
