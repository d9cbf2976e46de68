#include "design/frequency_response.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/elementary.hpp"

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

double squared_size(const Complex& a) { return a.real() * a.real() + a.imag() * a.imag(); }
double size_of(const Complex& a) { return std::sqrt(squared_size(a)); }
Complex quotient(const Complex& a, const Complex& b) {
  const Complex above = times(a, std::conj(b));
  const double below = squared_size(b);
  return {above.real() / below, above.imag() / below};
}
double angle_of(const Complex& a) { return atan2(a.imag(), a.real()); }

Complex frequency_point(double rad_s, double period_s) {
  if (!(period_s > 0)) return {0, rad_s};
  double sine = 0, cosine = 0;
  sincos(rad_s * period_s, sine, cosine);
  return {cosine, sine};
}

FrequencyResponse::FrequencyResponse(const Matrix& A, const Matrix& B, const Matrix& C,
                                     double period_s)
    : A_(A), B_(B), C_(C), period_s_(period_s) {
  balance(A_, B_, C_);
  reduce(A_, B_, C_);
}

std::vector<Complex> FrequencyResponse::driven(Index first, Index count, double rad_s) const {
  const Index n = A_.rows();
  const auto at = [](Index row, Index column, Index columns) {
    return static_cast<std::size_t>(row * columns + column);
  };
  std::vector<Complex> W(static_cast<std::size_t>(n * n)), X(static_cast<std::size_t>(n * count));
  const Complex point = frequency_point(rad_s, period_s_);
  for (Index i = 0; i < n; ++i) {
    for (Index k = std::max<Index>(i - 1, 0); k < n; ++k) W[at(i, k, n)] = -A_(i, k);
    W[at(i, i, n)] += point;
    for (Index k = 0; k < count; ++k) X[at(i, k, count)] = B_(i, first + k);
  }
  const auto subtract = [](Complex* row, const Complex* other, const Complex& factor, Index size) {
    for (Index k = 0; k < size; ++k) row[k] -= times(factor, other[k]);
  };
  for (Index k = 0; k + 1 < n; ++k) {  // elimination; the pivot is one of two rows
    Complex *upper = &W[at(k, 0, n)], *lower = &W[at(k + 1, 0, n)];
    Complex *upper_x = &X[at(k, 0, count)], *lower_x = &X[at(k + 1, 0, count)];
    if (squared_size(lower[k]) > squared_size(upper[k])) {
      std::swap_ranges(upper + k, upper + n, lower + k);
      std::swap_ranges(upper_x, upper_x + count, lower_x);
    }
    if (lower[k] == Complex(0, 0)) continue;
    const Complex factor = quotient(lower[k], upper[k]);
    subtract(lower + k + 1, upper + k + 1, factor, n - k - 1);
    subtract(lower_x, upper_x, factor, count);
  }
  for (Index i = n; i-- > 0;) {
    Complex* x = &X[at(i, 0, count)];
    for (Index k = i + 1; k < n; ++k) subtract(x, &X[at(k, 0, count)], W[at(i, k, n)], count);
    for (Index k = 0; k < count; ++k) x[k] = quotient(x[k], W[at(i, i, n)]);
  }
  return X;
}

Complex FrequencyResponse::seen(Index output, const std::vector<Complex>& states, Index column,
                                Index columns) const {
  Complex sum = 0;
  for (Index i = 0; i < A_.rows(); ++i) {
    sum += C_(output, i) * states[static_cast<std::size_t>(i * columns + column)];
  }
  return sum;
}

Complex FrequencyResponse::operator()(Index output, Index input, double rad_s) const {
  return seen(output, driven(input, 1, rad_s), 0, 1);
}

Eigen::MatrixXcd FrequencyResponse::operator()(double rad_s) const {
  const std::vector<Complex> states = driven(0, B_.cols(), rad_s);
  Eigen::MatrixXcd all(C_.rows(), B_.cols());
  for (Index k = 0; k < B_.cols(); ++k) {
    for (Index i = 0; i < C_.rows(); ++i) all(i, k) = seen(i, states, k, B_.cols());
  }
  return all;
}

}  // namespace montecopter
