#include "core/numerics/eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "core/numerics/fixed_order.hpp"
#include "core/numerics/hessenberg.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;

/// The QR algorithm of J. G. F. Francis with two shifts at once: G. H. Golub and C. F. Van Loan,
/// "Matrix Computations", 4th ed., algorithm 7.5.1. Only the rows and columns first..last are left
/// to be worked on.
class DoubleShift {
 public:
  explicit DoubleShift(Matrix& H) : H_(H) {}

  /// One step over rows and columns first..last, three of them at least. `is_stuck`: with shifts
  /// from elsewhere, where those of the corner go round in circles.
  void step(Eigen::Index first, Eigen::Index last, bool is_stuck) {
    // The first column of (H - s1)(H - s2) over its lowest number, by differences of close numbers:
    // the product itself would be rounding where eigenvalues are equal.
    const double a = H_(first, first), below = H_(first + 1, first);
    double shifts = H_(last, last) - a + H_(last - 1, last - 1) - a;
    double product = (H_(last, last) - a) * (H_(last - 1, last - 1) - a) -
                     H_(last, last - 1) * H_(last - 1, last);
    if (is_stuck) {
      const double size = std::fabs(H_(last, last - 1)) + std::fabs(H_(last - 1, last - 2));
      shifts = 1.5 * size, product = size * size;
    }
    std::array<double, 3> x = {product / below + H_(first, first + 1),
                               H_(first + 1, first + 1) - a - shifts, H_(first + 2, first + 1)};
    for (Eigen::Index k = first; k < last; ++k) {
      const Eigen::Index size = std::min<Eigen::Index>(3, last - k + 1);
      if (k > first) {
        for (Eigen::Index i = 0; i < 3; ++i) x[at(i)] = i < size ? H_(k + i, k - 1) : 0;
      }
      size == 3 ? reflect<3>(x, k, first, last) : reflect<2>(x, k, first, last);
      for (Eigen::Index i = 1; k > first && i < size; ++i) H_(k + i, k - 1) = 0;
    }
  }

 private:
  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

  /// Turns rows and columns k..k + size - 1 by the reflection that leaves only the first number of
  /// x.
  template <Eigen::Index size>
  void reflect(const std::array<double, 3>& x, Eigen::Index k, Eigen::Index first,
               Eigen::Index last) {
    const double scale = std::fabs(x[0]) + std::fabs(x[1]) + std::fabs(x[2]);
    if (scale == 0) return;
    std::array<double, 3> v = {x[0] / scale, x[1] / scale, x[2] / scale};
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    v[0] += std::copysign(length, v[0]);
    const double twice = 2 / (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (Eigen::Index j = std::max(first, k - 1); j <= last; ++j) {
      double* column = H_.col(j).data() + k;
      double sum = 0;
      for (Eigen::Index i = 0; i < size; ++i) sum += v[at(i)] * column[i];
      for (Eigen::Index i = 0; i < size; ++i) column[i] -= twice * sum * v[at(i)];
    }
    std::array<double*, size> columns{};
    for (Eigen::Index i = 0; i < size; ++i) columns[at(i)] = H_.col(k + i).data();
    for (Eigen::Index j = first; j <= std::min(last, k + 3); ++j) {
      double sum = 0;
      for (Eigen::Index i = 0; i < size; ++i) sum += v[at(i)] * columns[at(i)][j];
      for (Eigen::Index i = 0; i < size; ++i) columns[at(i)][j] -= twice * sum * v[at(i)];
    }
  }

  Matrix& H_;
};

/// Eigenvalues of [a b; c d].
std::array<Complex, 2> of_two(double a, double b, double c, double d) {
  const double half = 0.5 * (a - d), square = half * half + b * c;
  if (square < 0) {
    const double imaginary = std::sqrt(-square);
    return {Complex(d + half, imaginary), Complex(d + half, -imaginary)};
  }
  const double far = half + std::copysign(std::sqrt(square), half);
  return {Complex(d + far, 0), Complex(far != 0 ? d - b * c / far : d, 0)};
}

/// Size that counts as rounding beside the norm of the matrix. At first it is so small that
/// products of such numbers would vanish. A block with equal eigenvalues without vectors of their
/// own does not come apart. For it, the rounding of the whole matrix counts, a little more with
/// each step.
double rounding_after(int steps) {
  constexpr int usual_steps = 20;
  return steps < usual_steps ? 0x1p-200 : std::ldexp(0x1p-52, steps / 8);
}

/// The first row of the block that ends at `last` and hangs together: above it the subdiagonal is
/// rounding beside its neighbours, or at most `least`.
Eigen::Index first_of_block(const Matrix& H, Eigen::Index last, double least) {
  Eigen::Index first = last;
  for (; first > 0; --first) {
    const double beside = std::fabs(H(first - 1, first - 1)) + std::fabs(H(first, first));
    const double below = std::fabs(H(first, first - 1));
    if (below <= 0x1p-52 * beside || below <= least) break;
  }
  return first;
}

}  // namespace

Eigen::VectorXcd eigenvalues(const Matrix& A) {
  constexpr int most_steps = 100, stuck_after = 10;  // two or three are usual
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Eigen::VectorXcd values = Eigen::VectorXcd::Constant(A.rows(), Complex(none, none));
  Matrix H = A, no_inputs(A.rows(), 0), no_outputs(0, A.rows());
  reduce_to_hessenberg(H, no_inputs, no_outputs);
  const double norm = fixed_order::row_norm(H);
  if (!std::isfinite(norm)) return values;
  DoubleShift shifted(H);
  int steps = 0;
  for (Eigen::Index last = A.rows() - 1; last >= 0 && steps < most_steps;) {
    const Eigen::Index first = first_of_block(H, last, rounding_after(steps) * norm);
    if (first == last) {
      values[last] = H(last, last);
    } else if (first == last - 1) {
      const auto both = of_two(H(first, first), H(first, last), H(last, first), H(last, last));
      values[first] = both[0], values[last] = both[1];
    } else {
      ++steps;
      shifted.step(first, last, steps % stuck_after == 0);
      continue;
    }
    last = first - 1, steps = 0;
  }
  return values;
}

}  // namespace montecopter
