#include "core/numerics/fixed_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/best_call.hpp"

namespace montecopter::fixed_order {

namespace {

/// C += A B, of (rows, inner), (inner, columns) and (rows, columns) numbers, column after column.
void add_columns(const double* A, const double* B, double* C, Eigen::Index rows, Eigen::Index inner,
                 Eigen::Index columns) {
  for (Eigen::Index k = 0; k < columns; ++k) {
    for (Eigen::Index j = 0; j < inner; ++j) {
      const double factor = B[k * inner + j];
      if (factor == 0) continue;  // which adds nothing: models of vehicles are mostly zeros
      for (Eigen::Index i = 0; i < rows; ++i) {
        C[k * rows + i] = std::fma(A[j * rows + i], factor, C[k * rows + i]);
      }
    }
  }
}

/// A(i, j) less what the first j columns of the factor explain of it.
double unexplained(const Matrix& A, const Matrix& L, Eigen::Index i, Eigen::Index j) {
  double rest = A(i, j);
  for (Eigen::Index k = 0; k < j; ++k) rest = std::fma(-L(i, k), L(j, k), rest);
  return rest;
}

}  // namespace

Matrix matrix_of(const MatrixRows& rows) {
  const auto n = std::ssize(rows);
  Matrix A(n, n == 0 ? 0 : std::ssize(rows.front()));
  for (Eigen::Index i = 0; i < n; ++i) {
    A.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows.begin()[i].data(), A.cols());
  }
  return A;
}

MatrixRows rows_of(const Matrix& A) {
  MatrixRows rows;
  for (const auto& row : A.rowwise()) rows.emplace_back(row.begin(), row.end());
  return rows;
}

Matrix product(const Matrix& A, const Matrix& B) {
  Matrix C = Matrix::Zero(A.rows(), B.cols());
  best_call([&] { add_columns(A.data(), B.data(), C.data(), A.rows(), A.cols(), B.cols()); });
  return C;
}

std::optional<Matrix> solve(Matrix A, Matrix B) {
  const Eigen::Index n = A.rows();
  // The rounding of elimination (Golub and Van Loan, Matrix Computations, section 3.3).
  const double least = row_norm(A) * static_cast<double>(n) * 0x1p-52;
  for (Eigen::Index j = 0; j < n; ++j) {
    Eigen::Index pivot = j;
    for (Eigen::Index i = j + 1; i < n; ++i) {
      if (std::fabs(A(i, j)) > std::fabs(A(pivot, j))) pivot = i;
    }
    if (!(std::fabs(A(pivot, j)) > 1e-6 * least)) return std::nullopt;  // rows differ in scale
    A.row(j).swap(A.row(pivot));
    B.row(j).swap(B.row(pivot));
    for (Eigen::Index i = j + 1; i < n; ++i) {
      const double factor = -A(i, j) / A(j, j);
      for (Eigen::Index k = j; k < n; ++k) A(i, k) = std::fma(factor, A(j, k), A(i, k));
      for (Eigen::Index k = 0; k < B.cols(); ++k) B(i, k) = std::fma(factor, B(j, k), B(i, k));
    }
  }
  for (Eigen::Index k = 0; k < B.cols(); ++k) {
    for (Eigen::Index i = n; i-- > 0;) {
      double sum = B(i, k);
      for (Eigen::Index j = i + 1; j < n; ++j) sum = std::fma(-A(i, j), B(j, k), sum);
      B(i, k) = sum / A(i, i);
    }
  }
  if (!std::isfinite(row_norm(B))) return std::nullopt;
  return B;
}

std::optional<Matrix> cholesky_factor(const Matrix& A, double negligible) {
  const Eigen::Index n = A.rows();
  const double least = negligible * static_cast<double>(n);
  Matrix L = Matrix::Zero(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double pivot = unexplained(A, L, j, j);
    const bool is_none = pivot <= least * A(j, j);
    if (!(pivot >= -least * A(j, j)) || !std::isfinite(pivot)) return std::nullopt;
    if (is_none && negligible == 0) return std::nullopt;
    L(j, j) = is_none ? 0.0 : std::sqrt(pivot);
    for (Eigen::Index i = j + 1; i < n; ++i) {
      const double rest = unexplained(A, L, i, j);
      if (!is_none) {
        L(i, j) = rest / L(j, j);
      } else if (rest * rest > least * A(i, i) * A(j, j)) {
        return std::nullopt;  // of a variable without variance of its own
      }
    }
  }
  return L;
}

std::vector<double> solve_factored(const Matrix& L, std::vector<double> b) {
  const Eigen::Index n = L.rows();
  Eigen::Map<Eigen::VectorXd> x(b.data(), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) x[i] -= L(i, k) * x[k];
    x[i] /= L(i, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < n; ++k) x[i] -= L(k, i) * x[k];
    x[i] /= L(i, i);
  }
  return b;
}

Matrix inverse_of_factored(const Matrix& L) {
  const Eigen::Index n = L.rows();
  Matrix inverse(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    std::vector<double> unit(static_cast<std::size_t>(n), 0.0);
    unit[static_cast<std::size_t>(j)] = 1;
    inverse.col(j) = Eigen::Map<Eigen::VectorXd>(solve_factored(L, std::move(unit)).data(), n);
  }
  return inverse;
}

double trace_of_product(const Matrix& A, const Matrix& B) {
  double sum = 0;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index k = 0; k < A.cols(); ++k) sum += A(i, k) * B(k, i);
  }
  return sum;
}

Eigen::VectorXd any_solution(Matrix A, Eigen::VectorXd b) {
  constexpr double least = 1e-9;  // of rows that are scaled to 1, and found by differences
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const double size = A.row(i).cwiseAbs().maxCoeff();
    if (size > 0) A.row(i) /= size, b[i] /= size;
  }
  std::vector<Eigen::Index> places;  // of the unknown that each row determines
  for (Eigen::Index j = 0; j < std::min(A.rows(), A.cols()); ++j) {
    Eigen::Index row = j, column = 0;
    for (Eigen::Index i = j; i < A.rows(); ++i) {
      for (Eigen::Index k = 0; k < A.cols(); ++k) {
        if (std::fabs(A(i, k)) > std::fabs(A(row, column))) row = i, column = k;
      }
    }
    if (!(std::fabs(A(row, column)) > least)) break;
    A.row(j).swap(A.row(row));
    std::swap(b[j], b[row]);
    places.push_back(column);
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      if (i == j || A(i, column) == 0) continue;
      const double factor = -A(i, column) / A(j, column);
      for (Eigen::Index k = 0; k < A.cols(); ++k) A(i, k) = std::fma(factor, A(j, k), A(i, k));
      A(i, column) = 0;
      b[i] = std::fma(factor, b[j], b[i]);
    }
  }
  Eigen::VectorXd x = Eigen::VectorXd::Zero(A.cols());
  for (std::size_t j = 0; j < places.size(); ++j) {
    const auto row = static_cast<Eigen::Index>(j);
    x[places[j]] = b[row] / A(row, places[j]);
  }
  return x;
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
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (Eigen::Index k = 0; k < A.cols(); ++k) sum += std::fabs(A(i, k));
    if (std::isnan(sum)) return std::numeric_limits<double>::quiet_NaN();
    most = sum > most ? sum : most;
  }
  return most;
}

}  // namespace montecopter::fixed_order
