#include "design/fixed_order.hpp"

#include <cmath>
#include <limits>

namespace montecopter::fixed_order {

using Eigen::Index;

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix C = Matrix::Zero(A.rows(), B.cols());
  for (Index k = 0; k < B.cols(); ++k) {
    for (Index j = 0; j < A.cols(); ++j) {
      for (Index i = 0; i < A.rows(); ++i) C(i, k) = std::fma(A(i, j), B(j, k), C(i, k));
    }
  }
  return C;
}

std::optional<Matrix> solve(Matrix A, Matrix B) {
  const Index n = A.rows();
  const double least = row_norm(A) * static_cast<double>(n) * 0x1p-52;
  for (Index j = 0; j < n; ++j) {
    Index pivot = j;
    for (Index i = j + 1; i < n; ++i) {
      if (std::fabs(A(i, j)) > std::fabs(A(pivot, j))) pivot = i;
    }
    if (!(std::fabs(A(pivot, j)) > 1e-6 * least)) return std::nullopt;  // rows differ in scale
    A.row(j).swap(A.row(pivot));
    B.row(j).swap(B.row(pivot));
    for (Index i = j + 1; i < n; ++i) {
      const double factor = -A(i, j) / A(j, j);
      for (Index k = j; k < n; ++k) A(i, k) = std::fma(factor, A(j, k), A(i, k));
      for (Index k = 0; k < B.cols(); ++k) B(i, k) = std::fma(factor, B(j, k), B(i, k));
    }
  }
  for (Index k = 0; k < B.cols(); ++k) {
    for (Index i = n; i-- > 0;) {
      double sum = B(i, k);
      for (Index j = i + 1; j < n; ++j) sum = std::fma(-A(i, j), B(j, k), sum);
      B(i, k) = sum / A(i, i);
    }
  }
  if (!std::isfinite(row_norm(B))) return std::nullopt;
  return B;
}

Matrix exponential(const Matrix& A) {
  constexpr int terms = 20;  // 0.5^20 / 20! < 4e-25
  int squarings = 0;
  for (double norm = row_norm(A); norm > 0.5 && squarings < 1000; norm /= 2) ++squarings;
  const Matrix small = A * std::ldexp(1.0, -squarings);
  const Matrix unit = Matrix::Identity(A.rows(), A.cols());
  Matrix sum = unit;
  for (int k = terms; k > 0; --k) sum = unit + product(small, sum) / k;
  for (int i = 0; i < squarings; ++i) sum = product(sum, sum);
  return sum;
}

double row_norm(const Matrix& A) {
  double most = 0;
  for (Index i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (Index k = 0; k < A.cols(); ++k) sum += std::fabs(A(i, k));
    if (std::isnan(sum)) return std::numeric_limits<double>::quiet_NaN();
    most = sum > most ? sum : most;
  }
  return most;
}

}  // namespace montecopter::fixed_order
