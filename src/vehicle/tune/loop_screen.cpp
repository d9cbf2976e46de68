#include "vehicle/tune/loop_screen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/fixed_order.hpp"
#include "core/numerics/hessenberg.hpp"

namespace montecopter {
namespace {

using fixed_order::product;
using Matrix = Eigen::MatrixXd;

constexpr Eigen::Index axes_count = 4;
constexpr double ln10 = 2.302585092994046;
constexpr double infinity = std::numeric_limits<double>::infinity();

using Square = std::array<std::array<Complex, axes_count>, axes_count>;

/// Diagonal of A^-1, by elimination with row pivots.
std::array<Complex, axes_count> diagonal_of_inverse(Square A) {
  constexpr auto n = static_cast<std::size_t>(axes_count);
  Square X{};
  for (std::size_t i = 0; i < n; ++i) X[i][i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (squared_size(A[i][k]) > squared_size(A[pivot][k])) pivot = i;
    }
    std::swap(A[k], A[pivot]), std::swap(X[k], X[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Complex factor = quotient(A[i][k], A[k][k]);
      for (std::size_t j = 0; j < n; ++j) {
        A[i][j] -= times(factor, A[k][j]), X[i][j] -= times(factor, X[k][j]);
      }
    }
  }
  std::array<Complex, axes_count> diagonal;
  for (std::size_t k = 0; k < n; ++k) diagonal[k] = quotient(X[k][k], A[k][k]);
  return diagonal;
}

/// Fraction of the way between two frequencies at which a value is crossed, by the chord.
double fraction(double low, double high) { return low / (low - high); }
Complex between(const Complex& a, const Complex& b, double part) {
  return {a.real() + part * (b.real() - a.real()), a.imag() + part * (b.imag() - a.imag())};
}

/// Margins of L over ascending frequencies; the last one is the Nyquist frequency of a sampled
/// loop.
ScreenedAxis axis_of(const std::vector<double>& grid, const std::vector<Complex>& L,
                     bool ends_real) {
  ScreenedAxis axis{infinity, infinity, std::numeric_limits<double>::quiet_NaN()};
  const auto gain = [&](double real) {
    if (real < 0) axis.gain_db = std::min(axis.gain_db, std::fabs(20 / ln10 * log(-real)));
  };
  std::size_t top = 0;  // the last one with |T| above 1/sqrt(2)
  const auto above = [&](std::size_t k) {
    return squared_size(L[k]) - 0.5 * squared_size(L[k] + 1.0);
  };
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (above(k) > 0) top = k + 1;
    if (k == 0) continue;
    const Complex &a = L[k - 1], &b = L[k];
    const double size_a = log(size_of(a)), size_b = log(size_of(b));
    if ((size_a > 0) != (size_b > 0)) {
      const Complex at = between(a, b, fraction(size_a, size_b));
      const double ahead = deg_per_rad * angle_of(-at);  // relative to -180 degrees
      const bool falls = size_b < 0;
      axis.phase_deg = std::min(axis.phase_deg, falls ? ahead : std::fabs(ahead));
    }
    if ((a.imag() > 0) != (b.imag() > 0)) {  // the chord is shorter than the arc
      const double part = fraction(a.imag(), b.imag());
      if (between(a, b, part).real() < 0) gain(-exp(size_a + part * (size_b - size_a)));
    }
  }
  if (ends_real) gain(L.back().real());
  if (top > 0 && top < grid.size()) {
    const double part = fraction(above(top - 1), above(top));
    axis.bandwidth_rad_s = grid[top - 1] * exp(part * log(grid[top] / grid[top - 1]));
  } else if (top > 0) {
    axis.bandwidth_rad_s = infinity;
  }
  return axis;
}

}  // namespace

LoopScreen::LoopScreen(const HoverLoop& loop)
    : period_s_(loop.period_s), shares_(axes_of_commands(loop.vehicle.allocation)) {
  constexpr double lowest_rad_s = 0.03, per_decade = 16, continuous_rad_s = 1e4;
  HoverLoop open = loop;
  open.law.slopes = Matrix::Zero(loop.law.commands, loop.law.measured);
  const LoopModel model = closed(open);
  const FrequencyResponse vehicle(model.matrix, product(model.by_command, loop.vehicle.allocation),
                                  model.measurement, period_s_);
  const double highest = period_s_ > 0 ? std::numbers::pi / period_s_ : continuous_rad_s;
  for (double k = 0, w = lowest_rad_s; w < highest; k += 1) {
    grid_.push_back(w);
    w = lowest_rad_s * exp((k + 1) * ln10 / per_decade);
  }
  grid_.push_back(highest);
  for (const double w : grid_) out_.push_back(vehicle(w));
}

namespace {

/// Response C (z - A)^-1 B u of the memory of a control law, for four inputs u at a time.
class MemoryResponse {
 public:
  MemoryResponse(Matrix A, Matrix B, Matrix C)
      : A_(std::move(A)), B_(std::move(B)), C_(std::move(C)) {
    for (Eigen::Index q = 0; q < B_.cols(); ++q) {
      if (!B_.col(q).isZero(0)) seen_.push_back(q);
    }
    for (Eigen::Index i = 0; i < C_.rows(); ++i) {
      if (!C_.row(i).isZero(0)) commanded_.push_back(i);
    }
    reduce_to_hessenberg(A_, B_, C_);
    const Eigen::Index n = A_.rows();
    work_.resize(n * n), states_.resize(n * axes_count);
  }

  /// Adds the commands of the memory to `sum`; `seen`: [measured][input].
  void add(const Complex& z, const Eigen::MatrixXcd& seen, Square& sum) {
    const Eigen::Index n = A_.rows();
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index k = std::max<Eigen::Index>(i - 1, 0); k < n; ++k) at(i, k) = -A_(i, k);
      at(i, i) += z;
      for (Eigen::Index j = 0; j < axes_count; ++j) {
        Complex in = 0;
        for (const Eigen::Index q : seen_) in += B_(i, q) * seen(q, j);
        state(i, j) = in;
      }
    }
    for (Eigen::Index k = 0; k + 1 < n; ++k) {  // elimination; the pivot is one of two rows
      if (squared_size(at(k + 1, k)) > squared_size(at(k, k))) {
        for (Eigen::Index j = k; j < n; ++j) std::swap(at(k, j), at(k + 1, j));
        for (Eigen::Index j = 0; j < axes_count; ++j) std::swap(state(k, j), state(k + 1, j));
      }
      if (at(k + 1, k) == Complex(0, 0)) continue;
      const Complex factor = quotient(at(k + 1, k), at(k, k));
      for (Eigen::Index j = k + 1; j < n; ++j) at(k + 1, j) -= times(factor, at(k, j));
      for (Eigen::Index j = 0; j < axes_count; ++j) state(k + 1, j) -= times(factor, state(k, j));
    }
    for (Eigen::Index i = n; i-- > 0;) {
      const Complex inverse = quotient(1.0, at(i, i));
      for (Eigen::Index j = 0; j < axes_count; ++j) {
        Complex x = state(i, j);
        for (Eigen::Index k = i + 1; k < n; ++k) x -= times(at(i, k), state(k, j));
        state(i, j) = times(x, inverse);
      }
    }
    for (const Eigen::Index i : commanded_) {
      for (Eigen::Index j = 0; j < axes_count; ++j) {
        Complex& out = sum[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        for (Eigen::Index k = 0; k < n; ++k) out += C_(i, k) * state(k, j);
      }
    }
  }

 private:
  Complex& at(Eigen::Index i, Eigen::Index k) { return work_[i * A_.rows() + k]; }
  Complex& state(Eigen::Index i, Eigen::Index j) { return states_[i * axes_count + j]; }

  Matrix A_, B_, C_;                            ///< A is a Hessenberg matrix
  std::vector<Eigen::Index> seen_, commanded_;  ///< non-zero columns of B and rows of C
  Eigen::VectorXcd work_, states_;
};

/// Sets elements to 0 that are rounding beside the largest of their row.
Matrix without_rounding(Matrix A) {
  constexpr double rounding = 1e-9;
  for (Eigen::Index i = 0; i < A.rows() && A.cols() > 0; ++i) {
    const double least = rounding * A.row(i).cwiseAbs().maxCoeff();
    for (Eigen::Index k = 0; k < A.cols(); ++k) {
      if (std::fabs(A(i, k)) < least) A(i, k) = 0;
    }
  }
  return A;
}

/// Groups of states that do not affect each other: roll, pitch and so on.
std::vector<std::vector<Eigen::Index>> separate_groups(const Matrix& A) {
  std::vector<std::vector<Eigen::Index>> groups;
  Eigen::ArrayX<bool> is_in_one = Eigen::ArrayX<bool>::Constant(A.rows(), false);
  for (Eigen::Index first = 0; first < A.rows(); ++first) {
    if (is_in_one[first]) continue;
    std::vector<Eigen::Index> group = {first};
    is_in_one[first] = true;
    for (std::size_t next = 0; next < group.size(); ++next) {
      const Eigen::Index i = group[next];
      for (Eigen::Index k = 0; k < A.rows(); ++k) {
        if (is_in_one[k] || (A(i, k) == 0 && A(k, i) == 0)) continue;
        is_in_one[k] = true;
        group.push_back(k);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Responses of the memory of a control law; `shares` converts its commands to axes.
std::vector<MemoryResponse> memory_responses(const LinearLaw& law, const Matrix& shares) {
  const Eigen::Index m = law.commands, seen = law.measured, r = law.memory();
  const Matrix A = without_rounding(law.slopes.bottomRightCorner(r, r));
  const Matrix B = without_rounding(law.slopes.bottomLeftCorner(r, seen));
  const Matrix C = without_rounding(product(shares, Matrix(law.slopes.topRightCorner(m, r))));
  std::vector<MemoryResponse> responses;
  for (const std::vector<Eigen::Index>& group : separate_groups(A)) {
    const Matrix out = C(Eigen::all, group);
    if (out.isZero(0)) continue;
    responses.emplace_back(A(group, group), B(group, Eigen::all), out);
  }
  return responses;
}

}  // namespace

std::vector<ScreenedAxis> LoopScreen::axes(const LinearLaw& law) const {
  const Eigen::Index m = law.commands, seen = law.measured;
  const Matrix at_once =
      without_rounding(product(shares_, Matrix(law.slopes.topLeftCorner(m, seen))));
  std::vector<MemoryResponse> memory = memory_responses(law, shares_);
  std::array<std::vector<Complex>, axes_count> loops;
  std::array<bool, axes_count> is_fed_back{};
  for (std::size_t k = 0; k < grid_.size(); ++k) {
    Square commanded{};
    for (Eigen::Index i = 0; i < axes_count; ++i) {
      for (Eigen::Index q = 0; q < seen; ++q) {
        if (at_once(i, q) == 0) continue;
        for (Eigen::Index j = 0; j < axes_count; ++j) {
          commanded[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] +=
              at_once(i, q) * out_[k](q, j);
        }
      }
    }
    const Complex point = frequency_point(grid_[k], period_s_);
    for (MemoryResponse& part : memory) part.add(point, out_[k], commanded);
    Square difference{};  // 1 + L: commands return as -L times themselves
    for (std::size_t i = 0; i < difference.size(); ++i) {
      for (std::size_t j = 0; j < difference.size(); ++j) {
        difference[i][j] = (i == j ? 1.0 : 0.0) - commanded[i][j];
      }
    }
    const auto sensitivity = diagonal_of_inverse(difference);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      loops[i].push_back(quotient(1.0, sensitivity[i]) - 1.0);
      if (size_of(loops[i].back()) > 1e-9) is_fed_back[i] = true;
    }
  }
  std::vector<ScreenedAxis> axes;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    axes.push_back(is_fed_back[i] ? axis_of(grid_, loops[i], period_s_ > 0)
                                  : ScreenedAxis{infinity, infinity, infinity});
  }
  return axes;
}

}  // namespace montecopter
