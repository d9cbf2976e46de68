#pragma once
/// Dense matrices in plain loops: the bits of a fit must not depend on how a library orders its
/// sums.

#include <cmath>
#include <cstddef>
#include <vector>

namespace montecopter::identify {

struct PlainMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  ///< by rows

  PlainMatrix() = default;
  PlainMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

using PlainVector = std::vector<double>;

/// Puts L of A = L L^T (Cholesky) into the lower triangle, which alone is read. False, and A is
/// spoilt, if A is not positive definite.
inline bool factorise(PlainMatrix& A) {
  for (std::size_t j = 0; j < A.rows; ++j) {
    for (std::size_t i = j; i < A.rows; ++i) {
      double sum = A(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= A(i, k) * A(j, k);
      if (i > j) {
        A(i, j) = sum / A(j, j);
      } else {
        if (!(sum > 0) || !std::isfinite(sum)) return false;
        A(j, j) = std::sqrt(sum);
      }
    }
  }
  return true;
}

/// x of L L^T x = b, in place.
inline void solve_factorised(const PlainMatrix& L, double* b) {
  for (std::size_t i = 0; i < L.rows; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= L(i, k) * b[k];
    b[i] /= L(i, i);
  }
  for (std::size_t i = L.rows; i-- > 0;) {
    for (std::size_t k = i + 1; k < L.rows; ++k) b[i] -= L(k, i) * b[k];
    b[i] /= L(i, i);
  }
}

/// The inverse of the matrix of which this is the factor.
inline PlainMatrix inverse_of_factorised(const PlainMatrix& L) {
  PlainMatrix inverse(L.rows, L.rows);
  for (std::size_t j = 0; j < L.rows; ++j) {
    PlainVector column(L.rows, 0.0);
    column[j] = 1;
    solve_factorised(L, column.data());
    for (std::size_t i = 0; i < L.rows; ++i) inverse(i, j) = column[i];
  }
  return inverse;
}

inline PlainMatrix product(const PlainMatrix& A, const PlainMatrix& B) {
  PlainMatrix C(A.rows, B.columns);
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t k = 0; k < A.columns; ++k) {
      for (std::size_t j = 0; j < B.columns; ++j) C(i, j) += A(i, k) * B(k, j);
    }
  }
  return C;
}

/// trace(A B).
inline double trace_of_product(const PlainMatrix& A, const PlainMatrix& B) {
  double sum = 0;
  for (std::size_t i = 0; i < A.rows; ++i) {
    for (std::size_t k = 0; k < A.columns; ++k) sum += A(i, k) * B(k, i);
  }
  return sum;
}

}  // namespace montecopter::identify
