#include "vehicle/stability/margins.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

double decibels(double factor) { return 20 / 2.302585092994046 * log(factor); }

using Function = std::function<double(double)>;

struct Value {
  double at, f;
};

/// Root between two frequencies at which f has different signs, to neighbouring doubles. Uses the
/// Illinois method (G. Dahlquist, A. Bjorck, Numerical Methods, 1974, section 6.3): if one end
/// moves twice, the value at the other end is halved. Every fourth step bisects.
double root(const Function& f, Value low, Value high) {
  const bool is_positive_low = low.f > 0;
  int moved = 0;  // the end that moved last: -1 or 1
  for (int k = 1; k < 300; ++k) {
    const double middle = 0.5 * (low.at + high.at);
    if (!(middle > low.at && middle < high.at)) break;
    double at = middle;
    if (k % 4 != 0) {
      const double chord = low.at + (high.at - low.at) * (low.f / (low.f - high.f));
      if (chord <= low.at) at = std::nextafter(low.at, high.at);
      if (chord >= high.at) at = std::nextafter(high.at, low.at);
      if (chord > low.at && chord < high.at) at = chord;
    }
    const double there = f(at);
    if ((there > 0) == is_positive_low) {
      low = {at, there};
      if (std::exchange(moved, -1) == -1) high.f *= 0.5;
    } else {
      high = {at, there};
      if (std::exchange(moved, 1) == 1) low.f *= 0.5;
    }
  }
  return high.at;
}

/// All frequencies at which f, a function `of` the response, changes its sign.
template <class Of>
std::vector<double> roots(const LoopResponse& T, const std::vector<double>& grid,
                          const std::vector<Complex>& values, const Of& of) {
  std::vector<double> found;
  for (std::size_t k = 1; k < grid.size(); ++k) {
    const Value low = {grid[k - 1], of(values[k - 1])}, high = {grid[k], of(values[k])};
    if ((low.f > 0) == (high.f > 0)) continue;
    found.push_back(root([&](double w) { return of(T(w)); }, low, high));
  }
  return found;
}

/// Maximum of f between two frequencies, by Brent's method, to seven digits of the frequency;
/// rounding of f hides further digits.
AtFrequency peak(const Function& f, double low, double high) {
  constexpr int bits = 26;  // of the frequency
  std::uintmax_t evaluations = 60;
  const auto [at, negative] = boost::math::tools::brent_find_minima([&](double w) { return -f(w); },
                                                                    low, high, bits, evaluations);
  return {-negative, at};
}

/// Maximum of f over a grid with these values, refined where it may lie in between.
AtFrequency largest(const Function& f, const std::vector<double>& grid,
                    const std::vector<double>& values) {
  const auto top =
      static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  AtFrequency most{values[top], grid[top]};
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const std::size_t low = k > 0 ? k - 1 : 0, high = std::min(k + 1, grid.size() - 1);
    if (!(values[k] >= values[low] && values[k] >= values[high])) continue;  // nor where it is NaN
    if (values[k] < 0.9 * most.value) continue;  // the grid is fine enough
    const AtFrequency there = peak(f, grid[low], grid[high]);
    if (there.value > most.value) most = there;
  }
  return most;
}

Complex sensitivity(const Complex& T) { return {1 - T.real(), -T.imag()}; }

/// Finds crossings of the negative real axis: L = T/(1 - T), and the gain may change by 1/|L|.
void find_gain_margins(const LoopResponse& T, const std::vector<double>& grid,
                       const std::vector<Complex>& values, bool ends_real, LoopMargins& m) {
  m.gain_up_db = m.gain_down_db = {infinity, none};
  const auto look = [&](double w, const Complex& t) {
    const double loop = t.real() / (1 - t.real());
    if (!(loop < 0) || !std::isfinite(loop)) return;
    const double change = decibels(-1 / loop);
    AtFrequency& margin = change > 0 ? m.gain_up_db : m.gain_down_db;
    if (std::fabs(change) < margin.value) margin = {std::fabs(change), w};
  };
  for (const double w : roots(T, grid, values, [](const Complex& t) { return t.imag(); })) {
    look(w, T(w));
  }
  if (ends_real) look(grid.back(), values.back());
}

/// Finds crossings of the unit circle.
void find_phase_margins(const LoopResponse& T, const std::vector<double>& grid,
                        const std::vector<Complex>& values, LoopMargins& m) {
  m.phase_deg = m.delay_s = {infinity, none};
  m.crossover_rad_s = none;
  for (const double w : roots(T, grid, values, [](const Complex& t) { return t.real() - 0.5; })) {
    const Complex t = T(w);
    const double above = angle_of(times(-t, std::conj(sensitivity(t))));  // relative to -1
    if (std::fabs(deg_per_rad * above) < m.phase_deg.value)
      m.phase_deg = {std::fabs(deg_per_rad * above), w};
    const double delay = (above > 0 ? above : above + rad_per_turn) / w;
    if (delay < m.delay_s.value) m.delay_s = {delay, w};
    m.crossover_rad_s = w;
  }
}

double find_bandwidth(const LoopResponse& T, const std::vector<double>& grid,
                      const std::vector<Complex>& values) {
  const auto above = [](const Complex& t) { return squared_size(t) - 0.5; };
  for (std::size_t k = grid.size(); k-- > 1;) {
    if (above(values[k]) > 0) return none;  // it does not fall within the grid
    if (above(values[k - 1]) > 0) {
      return root([&](double w) { return above(T(w)); }, {grid[k - 1], above(values[k - 1])},
                  {grid[k], above(values[k])});
    }
  }
  return none;
}

template <class Of>
AtFrequency largest_of(const LoopResponse& T, const std::vector<double>& grid,
                       const std::vector<Complex>& values, const Of& of) {
  std::vector<double> sizes;
  for (const Complex& t : values) sizes.push_back(of(t));
  return largest([&](double w) { return of(T(w)); }, grid, sizes);
}

/// Difference S - T.
Complex apart(const Complex& T) { return {1 - 2 * T.real(), -2 * T.imag()}; }

Eigen::MatrixXcd product(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B) {
  Eigen::MatrixXcd C = Eigen::MatrixXcd::Zero(A.rows(), B.cols());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index k = 0; k < B.cols(); ++k) {
      for (Eigen::Index j = 0; j < A.cols(); ++j) C(i, k) += times(A(i, j), B(j, k));
    }
  }
  return C;
}

double trace(const Eigen::MatrixXcd& A) {
  double sum = 0;
  for (Eigen::Index i = 0; i < A.rows(); ++i) sum += A(i, i).real();
  return sum;
}

/// Divides A by its trace. Eigen would divide by a complex number, whose last bits depend on the
/// library.
void scale_to_trace(Eigen::MatrixXcd& A) {
  const double size = trace(A);
  for (Eigen::Index k = 0; k < A.size(); ++k) {
    Complex& a = A.data()[k];
    a = {a.real() / size, a.imag() / size};
  }
}

/// Balances a matrix: D A D^-1 with the diagonal D that makes rows and columns equal. E. E.
/// Osborne, J. ACM 7 (1960) 338.
Eigen::MatrixXcd evened(Eigen::MatrixXcd A) {
  for (int round = 0; round < 20; ++round) {
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      double row = 0, column = 0;
      for (Eigen::Index k = 0; k < A.rows(); ++k) {
        if (k != i) row += squared_size(A(i, k)), column += squared_size(A(k, i));
      }
      // Nothing to balance, or squares near the limits of doubles.
      if (!(row > 1e-200 && column > 1e-200)) continue;
      const double factor = std::sqrt(std::sqrt(column / row));
      for (Eigen::Index k = 0; k < A.rows(); ++k) {
        if (k != i) A(i, k) *= factor, A(k, i) /= factor;
      }
    }
  }
  return A;
}

double spread_of(const Eigen::MatrixXcd& T) {
  Eigen::MatrixXcd M(T.rows(), T.cols());
  for (Eigen::Index i = 0; i < T.rows(); ++i) {
    for (Eigen::Index k = 0; k < T.cols(); ++k) {
      M(i, k) = i == k ? apart(T(i, k)) : Complex(-2 * T(i, k).real(), -2 * T(i, k).imag());
    }
  }
  return largest_singular_value(evened(std::move(M)));
}

/// Pole ln(z)/T, or z itself: {damping, frequency}.
Complex pole_of(const Complex& z, double period_s) {
  if (!(period_s > 0)) return z;
  // A pole at 0, of a delay, has no logarithm.
  const double size = std::max(size_of(z), 1e-300);
  return {log(size) / period_s, angle_of(z) / period_s};
}

}  // namespace

double DiskMargin::gain_db() const {
  return alpha.value < 2 ? decibels((2 + alpha.value) / (2 - alpha.value)) : infinity;
}
double DiskMargin::phase_deg() const { return deg_per_rad * (2 * atan2(0.5 * alpha.value, 1.0)); }

double largest_singular_value(const Eigen::MatrixXcd& A) {
  const Eigen::MatrixXcd square = product(A.adjoint(), A);
  if (!(trace(square) > 0)) return 0;
  // Repeated squaring leaves only the largest eigenvalues: 2^30 times the power.
  Eigen::MatrixXcd power = square;
  scale_to_trace(power);
  for (int k = 0; k < 30; ++k) {
    power = product(power, power);
    scale_to_trace(power);
  }
  return std::sqrt(trace(product(square, power)));
}

LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid,
                         const std::vector<Complex>& values, bool ends_real) {
  LoopMargins m{};
  find_gain_margins(T, grid, values, ends_real, m);
  find_phase_margins(T, grid, values, m);
  m.bandwidth_rad_s = find_bandwidth(T, grid, values);
  const auto size = [](const Complex& t) { return size_of(t); };
  m.complementary = largest_of(T, grid, values, size);
  m.sensitivity =
      largest_of(T, grid, values, [](const Complex& t) { return size_of(sensitivity(t)); });
  const AtFrequency most =
      largest_of(T, grid, values, [](const Complex& t) { return size_of(apart(t)); });
  m.disk.alpha = {2 / most.value, most.rad_s};
  return m;
}

LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid, bool ends_real) {
  std::vector<Complex> values;
  for (const double w : grid) values.push_back(T(w));
  return loop_margins(T, grid, values, ends_real);
}

DiskMargin disk_margin(const LoopsResponse& T, const std::vector<double>& grid,
                       const std::vector<Eigen::MatrixXcd>& values) {
  std::vector<double> sizes;
  for (const Eigen::MatrixXcd& t : values) sizes.push_back(spread_of(t));
  const AtFrequency most = largest([&](double w) { return spread_of(T(w)); }, grid, sizes);
  return {{2 / most.value, most.rad_s}};
}

std::vector<double> frequency_grid(const Eigen::VectorXcd& poles, double period_s) {
  // Poles slower than `slowest` [rad/s] are integrators, within rounding.
  constexpr double per_decade = 40, ln10 = 2.302585092994046, slowest = 1e-3;
  double low = infinity, high = 0;
  for (const Complex& z : poles) {
    const double size = size_of(pole_of(z, period_s));
    if (size > slowest && size < low) low = size;
    if (size > high) high = size;
  }
  low = std::max(0.05 * std::min(low, 1.0), 0.1 * slowest);
  high = period_s > 0 ? std::numbers::pi / period_s : std::max(100 * high, 10.0);
  low = std::max(low, 1e-12 * high);  // a grid of at most 480 numbers, for any poles
  std::vector<double> grid;
  for (double k = 0, w = low; w < high; k += 1, w = low * exp(k * ln10 / per_decade)) {
    grid.push_back(w);
  }
  for (const Complex& z : poles) {
    const Complex s = pole_of(z, period_s);
    const double damping = std::fabs(s.real());
    if (!(s.imag() > 0) || damping > 0.5 * s.imag()) continue;
    for (const double k : {-3.0, -1.5, -0.7, -0.3, 0.0, 0.3, 0.7, 1.5, 3.0}) {
      const double w = std::fma(k, damping, s.imag());
      if (w > low && w < high) grid.push_back(w);
    }
  }
  grid.push_back(high);
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

}  // namespace montecopter
