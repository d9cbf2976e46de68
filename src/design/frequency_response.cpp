#include "design/frequency_response.hpp"

#include <algorithm>
#include <cmath>

#include "design/hessenberg.hpp"
#include "dynamics/elementary.hpp"

namespace montecopter {
using Eigen::Index;
using Matrix = Eigen::MatrixXd;

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
  reduce_to_hessenberg(A_, B_, C_);
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
