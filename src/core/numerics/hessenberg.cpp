#include "core/numerics/hessenberg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;

std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// Scales states by powers of two until rows and columns of A are of like size. B. N. Parlett and
/// C. Reinsch, Numerische Mathematik 13 (1969) 293.
void balance(Matrix& A, Matrix& B, Matrix& C) {
  const Eigen::Index n = A.rows();
  bool is_done = false;
  for (int round = 0; round < 100 && !is_done; ++round) {
    is_done = true;
    for (Eigen::Index i = 0; i < n; ++i) {
      double row = 0, column = 0;
      for (Eigen::Index k = 0; k < n; ++k) {
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

/// Turns the states by I - 2 v v' / (v'v), v = [0, v]. Columns are what lies side by side in
/// memory.
void reflect(const Eigen::VectorXd& v, Matrix& A, Matrix& B, Matrix& C) {
  const Eigen::Index n = A.rows(), first = n - v.size();
  double square = 0;
  for (Eigen::Index i = 0; i < v.size(); ++i) square += v[i] * v[i];
  // A sum waits for itself: several columns are summed side by side, each in its own order.
  constexpr Eigen::Index at_once = 4;
  const auto turn_rows = [&](Matrix& M) {
    for (Eigen::Index k = 0; k < M.cols(); k += at_once) {
      const Eigen::Index count = std::min(at_once, M.cols() - k);
      std::array<double*, at_once> columns{};
      std::array<double, at_once> sums{};
      for (Eigen::Index c = 0; c < at_once; ++c) {  // past the last column: the last one once more
        columns[at(c)] = M.col(k + std::min(c, count - 1)).data() + first;
      }
      for (Eigen::Index i = 0; i < v.size(); ++i) {
        for (std::size_t c = 0; c < at_once; ++c) sums[c] += v[i] * columns[c][i];
      }
      for (Eigen::Index c = 0; c < count; ++c) {
        if (sums[at(c)] == 0) continue;
        const double sum = sums[at(c)] * (2 / square);
        double* column = columns[at(c)];
        for (Eigen::Index i = 0; i < v.size(); ++i) column[i] -= sum * v[i];
      }
    }
  };
  const auto turn_columns = [&](Matrix& M) {
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(M.rows());
    const auto each = [&](const auto& use) {
      for (Eigen::Index k = 0; k < v.size(); ++k) {
        if (v[k] != 0) use(M.col(first + k).data(), v[k]);
      }
    };
    each([&](const double* column, double factor) {
      for (Eigen::Index i = 0; i < M.rows(); ++i) sums[i] += factor * column[i];
    });
    for (Eigen::Index i = 0; i < M.rows(); ++i) sums[i] *= 2 / square;
    each([&](double* column, double factor) {
      for (Eigen::Index i = 0; i < M.rows(); ++i) column[i] -= sums[i] * factor;
    });
  };
  turn_rows(A), turn_rows(B);
  turn_columns(A), turn_columns(C);
}

/// G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th ed., section 7.4.2 (A. S.
/// Householder's reflections).
void reduce(Matrix& A, Matrix& B, Matrix& C) {
  for (Eigen::Index k = 0; k + 2 < A.rows(); ++k) {
    Eigen::VectorXd v = A.col(k).tail(A.rows() - k - 1);
    double below = 0;
    for (Eigen::Index i = 1; i < v.size(); ++i) below += v[i] * v[i];
    if (below == 0) continue;
    v[0] += std::copysign(std::sqrt(v[0] * v[0] + below), v[0]);
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
