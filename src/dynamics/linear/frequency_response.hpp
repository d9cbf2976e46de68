#pragma once
/// Frequency response of a linear system at many frequencies. The system is reduced once, so that a
/// frequency costs the square of its size. Every sum is in ascending order, and elementary
/// functions are the project's own: bits depend only on the numbers.

#include <Eigen/Core>
#include <cmath>
#include <complex>
#include <vector>

namespace montecopter {

using Complex = std::complex<double>;

/// Products and quotients as they are written, without a look at NaN, and the size by sqrt: the
/// library's are free in their last bits.
inline Complex times(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
inline double squared_size(const Complex& a) { return a.real() * a.real() + a.imag() * a.imag(); }
inline double size_of(const Complex& a) { return std::sqrt(squared_size(a)); }
inline Complex quotient(const Complex& a, const Complex& b) {
  const Complex above = times(a, std::conj(b));
  const double below = squared_size(b);
  return {above.real() / below, above.imag() / below};
}
/// Angle in (-pi, pi].
double angle_of(const Complex& a);
/// The point that stands for a frequency: j w of a continuous system, e^(j w T) of a sampled one.
Complex frequency_point(double rad_s, double period_s);

/// C (s - A)^-1 B at s = j w, or C (z - A)^-1 B at z = e^(j w T).
class FrequencyResponse {
 public:
  /// period_s: of x[k+1] = A x[k] + B u[k], y = C x; 0: of x' = A x + B u.
  FrequencyResponse(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, const Eigen::MatrixXd& C,
                    double period_s);

  /// Response from one input to one output.
  Complex operator()(Eigen::Index output, Eigen::Index input, double rad_s) const;
  /// [output][input] of all.
  Eigen::MatrixXcd operator()(double rad_s) const;

 private:
  /// The states that inputs `first` to `first + count` drive: [state][input].
  Eigen::VectorXcd driven(Eigen::Index first, Eigen::Index count, double rad_s) const;
  Complex seen(Eigen::Index output, const Eigen::VectorXcd& states, Eigen::Index column,
               Eigen::Index columns) const;

  Eigen::MatrixXd A_, B_, C_;  ///< A is a Hessenberg matrix: nothing below its first subdiagonal
  double period_s_;
};

}  // namespace montecopter
