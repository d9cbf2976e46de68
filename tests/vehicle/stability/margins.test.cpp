/// Margins of loops from textbooks, whose closed forms stand beside them, to 1e-6 and closer.

#include "vehicle/stability/margins.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "core/numerics/eigenvalues.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;

const double pi = std::acos(-1.0);
constexpr double tight = 1e-9;  // roots are found to rounding, peaks to the square of 1e-9

double degrees(double rad) { return rad * 180 / pi; }
double decibels(double factor) { return 20 * std::log10(factor); }

/// T of a loop L.
LoopResponse closing(std::function<Complex(double)> L) {
  return [L](double w) { return L(w) / (1.0 + L(w)); };
}

std::vector<double> decades(double low, double high) {
  std::vector<double> grid;
  for (double w = low; w < high; w *= 1.07) grid.push_back(w);
  return grid;
}

/// T of the closed loop x' = A x + B d, y = C x (or sampled), negative.
LoopResponse closed(const Matrix& A, const Matrix& B, const Matrix& C, double period_s) {
  const FrequencyResponse response(A, B, C, period_s);
  return [response](double w) { return -response(0, 0, w); };
}

TEST_CASE("an integrator with a delay") {
  const double k = GENERATE(0.5, 3.0, 40.0), late = GENERATE(0.3, 1.2) / k;
  const LoopMargins m = loop_margins(
      closing([&](double w) { return k * std::exp(Complex(0, -w * late)) / Complex(0, w); }),
      decades(0.01 * k, 100 * k), false);
  CHECK(m.crossover_rad_s == Approx(k).epsilon(tight));
  CHECK(m.phase_deg.value == Approx(90 - degrees(k * late)).epsilon(tight));
  CHECK(m.gain_up_db.value == Approx(decibels(pi / (2 * k * late))).epsilon(tight));
  CHECK(m.gain_up_db.rad_s == Approx(pi / (2 * late)).epsilon(tight));
  CHECK(std::isinf(m.gain_down_db.value));
  CHECK(m.delay_s.value == Approx((pi / 2 - k * late) / k).epsilon(tight));
}

TEST_CASE("an integrator and a lag, 1/(s (s + 1)), from its closed loop") {
  // x' = v, v' = -v - (x + d): T = 1 / (s^2 + s + 1).
  Matrix A(2, 2), B(2, 1), C(1, 2);
  A << 0, 1, -1, -1;
  B << 0, -1;
  C << 1, 0;
  const std::vector<double> grid = frequency_grid(eigenvalues(A), 0);
  const LoopMargins m = loop_margins(closed(A, B, C, 0), grid, false);
  const double golden = (std::sqrt(5.0) - 1) / 2;  // w^2 (1 + w^2) = 1
  CHECK(m.crossover_rad_s == Approx(std::sqrt(golden)).epsilon(tight));
  CHECK(m.phase_deg.value == Approx(90 - degrees(std::atan(std::sqrt(golden)))).epsilon(tight));
  CHECK(std::isinf(m.gain_up_db.value));
  CHECK(m.bandwidth_rad_s == Approx(std::sqrt(1 + golden)).epsilon(tight));
  // |S|^2 = (x + x^2)/(1 - x + x^2) of x = w^2 is largest where 1 + 2 x - 2 x^2 = 0.
  const double x = (1 + std::sqrt(3.0)) / 2;
  CHECK(m.sensitivity.value == Approx(std::sqrt((x + x * x) / (1 - x + x * x))).epsilon(tight));
  CHECK(m.sensitivity.rad_s == Approx(std::sqrt(x)).epsilon(1e-6));
  CHECK(m.complementary.value ==
        Approx(1 / std::sqrt(0.75)).epsilon(tight));  // 1/(2 z sqrt(1-z^2))
  // |S - T|^2 = (x^2 + 3 x + 1)/(x^2 - x + 1) is largest at x = 1: 5.
  CHECK(m.disk.alpha.value == Approx(2 / std::sqrt(5.0)).epsilon(tight));
  CHECK(m.disk.gain_db() ==
        Approx(decibels((2 + 2 / std::sqrt(5.0)) / (2 - 2 / std::sqrt(5.0)))).epsilon(tight));
  CHECK(m.disk.phase_deg() == Approx(2 * degrees(std::atan(1 / std::sqrt(5.0)))).epsilon(tight));
}

TEST_CASE("an integrator that is sampled, at once and a period late") {
  const double period = 0.02, k = GENERATE(5.0, 20.0, 40.0), a = k * period;
  const bool is_late = GENERATE(false, true);
  if (is_late && a >= 1) return;  // unstable
  // x+ = x + a u, u = -(x + d); late: u is a state of its own.
  Matrix A(1, 1), B(1, 1), C(1, 1);
  A << 1 - a;
  B << -a;
  C << 1;
  if (is_late) {
    A.resize(2, 2), B.resize(2, 1), C.resize(1, 2);
    A << 1, a, -1, 0;
    B << 0, -1;
    C << 1, 0;
  }
  const std::vector<double> grid = frequency_grid(eigenvalues(A), period);
  CHECK(grid.back() == Approx(pi / period).epsilon(1e-15));
  const LoopMargins m = loop_margins(closed(A, B, C, period), grid, true);
  const double angle = 2 * std::asin(a / 2);  // |z - 1| = a
  CHECK(m.crossover_rad_s == Approx(angle / period).epsilon(tight));
  CHECK(m.phase_deg.value == Approx(90 - degrees((is_late ? 1.5 : 0.5) * angle)).epsilon(tight));
  CHECK(m.gain_up_db.value == Approx(decibels((is_late ? 1 : 2) / a)).epsilon(1e-8));
  CHECK(m.gain_up_db.rad_s == Approx((is_late ? pi / 3 : pi) / period).epsilon(1e-6));
}

TEST_CASE("three lags, (s + 1)^-3, and a loop that its gain holds") {
  const double k = 4;
  const LoopMargins lags = loop_margins(
      closing([&](double w) { return k / std::pow(Complex(1, w), 3); }), decades(1e-3, 1e3), false);
  CHECK(lags.gain_up_db.value == Approx(decibels(8 / k)).epsilon(tight));
  CHECK(lags.gain_up_db.rad_s == Approx(std::sqrt(3.0)).epsilon(tight));
  const double crossing = std::sqrt(std::pow(k, 2.0 / 3) - 1);
  CHECK(lags.crossover_rad_s == Approx(crossing).epsilon(tight));
  CHECK(lags.phase_deg.value == Approx(180 - 3 * degrees(std::atan(crossing))).epsilon(tight));
  // 2 (s + 1)^2 / s^3 is -4 at 1 rad/s: a quarter of the gain is where it begins to grow.
  const LoopMargins held = loop_margins(closing([](double w) {
                                          const Complex s(0, w);
                                          return 2.0 * (s + 1.0) * (s + 1.0) / (s * s * s);
                                        }),
                                        decades(1e-2, 1e3), false);
  CHECK(held.gain_down_db.value == Approx(decibels(4)).epsilon(tight));
  CHECK(held.gain_down_db.rad_s == Approx(1).epsilon(tight));
  CHECK(std::isinf(held.gain_up_db.value));
}

TEST_CASE("the largest singular value") {
  Eigen::MatrixXcd A(2, 2);
  A << 3, 0, 4, 5;
  CHECK(largest_singular_value(A) == Approx(std::sqrt(45.0)).epsilon(1e-14));
  A.row(1) *= Complex(0.6, 0.8);  // turns of rows and columns change nothing
  A.col(0) *= Complex(0, 1);
  CHECK(largest_singular_value(A) == Approx(std::sqrt(45.0)).epsilon(1e-14));
  CHECK(largest_singular_value(Eigen::MatrixXcd::Zero(3, 3)) == 0);
  CHECK(largest_singular_value(Eigen::MatrixXcd::Identity(4, 4)) == Approx(1).epsilon(1e-14));
}

TEST_CASE("a spinning satellite is sound in each loop and frail in both") {
  // J. Doyle's example, in P. Seiler, A. Packard and P. Gahinet (2020): T = [1 a; -a 1]/(s + 1).
  const double a = 10, unit = GENERATE(1.0, 1e-3);  // in whatever units
  const auto T = [&](double w) -> Eigen::MatrixXcd {
    Eigen::MatrixXcd t(2, 2);
    t << 1, a * unit, -a / unit, 1;
    return t / Complex(1, w);
  };
  const std::vector<double> grid = decades(1e-4, 1e3);
  const LoopMargins one = loop_margins([&](double w) { return T(w)(0, 0); }, grid, false);
  CHECK(one.disk.alpha.value == Approx(2).epsilon(tight));
  CHECK(one.phase_deg.value == Approx(90).epsilon(tight));
  // Singular values of S - T: |-1 + j (w +- 2 a)| / |1 + j w|, largest where w^2 + 2 a w = 1.
  std::vector<Eigen::MatrixXcd> values;
  for (const double w : grid) values.push_back(T(w));
  const double w = std::sqrt(a * a + 1) - a;
  const double most = std::sqrt((1 + (w + 2 * a) * (w + 2 * a)) / (1 + w * w));
  const DiskMargin both = disk_margin(T, grid, values);
  CHECK(both.alpha.value == Approx(2 / most).epsilon(1e-8));
  CHECK(both.alpha.rad_s == Approx(w).epsilon(1e-3));
}

}  // namespace
}  // namespace montecopter
