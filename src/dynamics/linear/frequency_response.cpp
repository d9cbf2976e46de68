#include "dynamics/linear/frequency_response.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/numerics/elementary.hpp"
#include "core/numerics/hessenberg.hpp"

namespace montecopter {
using Matrix = Eigen::MatrixXd;

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
  reduce_to_hessenberg(A_, B_, C_);
}

namespace {

/// A row of complex numbers, real and imaginary parts apart: what is done to it is done to several
/// numbers at once, each with the operations of times().
struct Row {
  double *real, *imaginary;

  Complex operator[](Eigen::Index k) const { return {real[k], imaginary[k]}; }
  void set(Eigen::Index k, const Complex& value) {
    real[k] = value.real(), imaginary[k] = value.imag();
  }

  /// Subtracts factor * other from numbers first..size - 1. The rows are different ones.
  void subtract(const Complex& factor, const Row& other, Eigen::Index first,
                Eigen::Index size) const {
    const double a = factor.real(), b = factor.imag();
    double* __restrict to_real = real, * __restrict to_imaginary = imaginary;
    const double* __restrict from_real = other.real, * __restrict from_imaginary = other.imaginary;
    for (Eigen::Index k = first; k < size; ++k) {
      const double c = from_real[k], d = from_imaginary[k];
      to_real[k] -= a * c - b * d;
      to_imaginary[k] -= a * d + b * c;
    }
  }
};

/// Rows that can be exchanged without a copy. Their numbers are not set.
class Rows {
 public:
  Rows(Eigen::Index rows, Eigen::Index columns)
      : numbers_(std::make_unique_for_overwrite<double[]>(
            static_cast<std::size_t>(2 * rows * columns))) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      double* real = numbers_.get() + 2 * i * columns;
      rows_.push_back({real, real + columns});
    }
  }
  Row& operator[](Eigen::Index i) { return rows_[static_cast<std::size_t>(i)]; }

 private:
  std::unique_ptr<double[]> numbers_;
  std::vector<Row> rows_;
};

}  // namespace

Eigen::VectorXcd FrequencyResponse::driven(Eigen::Index first, Eigen::Index count,
                                           double rad_s) const {
  const Eigen::Index n = A_.rows();
  Rows W(n, n), X(n, count);
  const Complex point = frequency_point(rad_s, period_s_);
  for (Eigen::Index k = 0; k < n; ++k) {  // columns, which lie side by side in A
    for (Eigen::Index i = 0; i <= std::min(k + 1, n - 1); ++i) W[i].set(k, -A_(i, k));
    W[k].set(k, W[k][k] + point);
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    for (Eigen::Index i = 0; i < n; ++i) X[i].set(k, B_(i, first + k));
  }
  for (Eigen::Index k = 0; k + 1 < n; ++k) {  // elimination; the pivot is one of two rows
    if (squared_size(W[k + 1][k]) > squared_size(W[k][k])) {
      std::swap(W[k], W[k + 1]);
      std::swap(X[k], X[k + 1]);
    }
    if (W[k + 1][k] == Complex(0, 0)) continue;
    const Complex factor = quotient(W[k + 1][k], W[k][k]);
    W[k + 1].subtract(factor, W[k], k + 1, n);
    X[k + 1].subtract(factor, X[k], 0, count);
  }
  Eigen::VectorXcd states(n * count);
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < n; ++k) X[i].subtract(W[i][k], X[k], 0, count);
    for (Eigen::Index k = 0; k < count; ++k) {
      X[i].set(k, quotient(X[i][k], W[i][i]));
      states[i * count + k] = X[i][k];
    }
  }
  return states;
}

Complex FrequencyResponse::seen(Eigen::Index output, const Eigen::VectorXcd& states,
                                Eigen::Index column, Eigen::Index columns) const {
  Complex sum = 0;
  for (Eigen::Index i = 0; i < A_.rows(); ++i) {
    sum += C_(output, i) * states[i * columns + column];
  }
  return sum;
}

Complex FrequencyResponse::operator()(Eigen::Index output, Eigen::Index input, double rad_s) const {
  return seen(output, driven(input, 1, rad_s), 0, 1);
}

Eigen::MatrixXcd FrequencyResponse::operator()(double rad_s) const {
  const Eigen::VectorXcd states = driven(0, B_.cols(), rad_s);
  Eigen::MatrixXcd all(C_.rows(), B_.cols());
  for (Eigen::Index k = 0; k < B_.cols(); ++k) {
    for (Eigen::Index i = 0; i < C_.rows(); ++i) all(i, k) = seen(i, states, k, B_.cols());
  }
  return all;
}

}  // namespace montecopter
