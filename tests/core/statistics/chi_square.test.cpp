/// Chi-square against tables and closed forms, and the bounds of mean normalised errors by filters
/// that are consistent, or not.

#include <catch2/catch.hpp>
#include <cmath>
#include <initializer_list>
#include <random>

#include "core/statistics/chi_square.hpp"

namespace montecopter::statistics {
namespace {

TEST_CASE("quantiles are those of SciPy, and of the closed form of two degrees of freedom") {
  struct Row {
    double freedom, p, x;
  };
  // scipy.stats.chi2.ppf of SciPy 1.10, which is Cephes: right to about 1e-13.
  for (const auto& [freedom, p, x] :
       std::initializer_list<Row>{{0.1, 1e-6, 1.1689264114573103e-120},
                                  {0.1, 0.975, 1.1343475235077165},
                                  {1, 0.025, 0.0009820691171752555},
                                  {1, 0.975, 5.023886187314888},
                                  {3.7, 1e-6, 0.0015459425868674303},
                                  {3.7, 0.975, 10.618055248352459},
                                  {20, 0.025, 9.590777392264867},
                                  {20, 0.975, 34.16960690283833},
                                  {1e6, 0.025, 997230.0871432901},
                                  {1e6, 0.975, 1002773.701467926}}) {
    CHECK(chi_square_quantile(p, freedom) == Approx(x).epsilon(1e-12));
  }
  for (const double p : {1e-6, 0.025, 0.5, 0.975, 1 - 1e-6}) {
    const double x = -2 * std::log1p(-p);
    CHECK(chi_square_quantile(p, 2) == Approx(x).epsilon(1e-14));
    CHECK(chi_square_below(x, 2) == Approx(p).epsilon(1e-14));
    // The square of a normal number: P(|z| < sqrt(x)).
    CHECK(chi_square_below(x, 1) == Approx(std::erf(std::sqrt(x / 2))).epsilon(1e-14));
  }
}

TEST_CASE("bounds are those of chi-square tables") {
  // Quantiles of chi-square, 0.025 and 0.975 (Abramowitz & Stegun, table 26.8: 3 decimals).
  const Interval one = chi_square_mean_interval(1, 15, 0.95);
  CHECK(one.low == Approx(6.262).margin(5e-4));
  CHECK(one.high == Approx(27.488).margin(5e-4));
  // Bar-Shalom et al., section 5.4.2: 50 runs of 2 states, [1.5, 2.6] (100 degrees: 74.2, 129.6).
  const Interval fifty = chi_square_mean_interval(50, 2, 0.95);
  CHECK(fifty.low == Approx(74.222 / 50).margin(1e-4));
  CHECK(fifty.high == Approx(129.561 / 50).margin(1e-4));
  // A normal approximation, 15 +- z sqrt(30 / n), is right to 1/n.
  const Interval many = chi_square_mean_interval(1'000'000, 15, 0.99);
  CHECK(many.high - 15 == Approx(2.5758293 * std::sqrt(30e-6)).epsilon(1e-3));
  CHECK(15 - many.low == Approx(2.5758293 * std::sqrt(30e-6)).epsilon(1e-3));
}

/// A flight of a point on a line whose acceleration is white noise, and a Kalman filter of its
/// position and velocity that reads the position: the normalised error at the last reading.
/// `believed` is the acceleration that the filter counts on, of 1.
class Flights {
 public:
  explicit Flights(double believed) : q_(believed * believed) {}

  double last_nees() {
    double position = normal_(random_), speed = normal_(random_);
    double error_p = position, error_v = speed;  // of an estimate of 0
    double pp = 1, pv = 0, vv = 1;
    for (int step = 0; step < 20; ++step) {
      // The change of the velocity in a step of 1 is the noise, and half of it that of the place.
      const double noise = normal_(random_);
      error_p += error_v + noise / 2, error_v += noise;
      pp += 2 * pv + vv + q_ / 4, pv += vv + q_ / 2, vv += q_;
      const double s = pp + 1, gain_p = pp / s, gain_v = pv / s;
      const double innovation = error_p + normal_(random_);
      error_p -= gain_p * innovation, error_v -= gain_v * innovation;
      vv -= gain_v * pv, pv -= gain_v * pp, pp -= gain_p * pp;
    }
    return (vv * error_p * error_p - 2 * pv * error_p * error_v + pp * error_v * error_v) /
           (pp * vv - pv * pv);
  }

  /// How many of `campaigns`, of n flights each, leave the bounds: below and above.
  std::pair<int, int> alarms(int campaigns, int n, double probability) {
    const Interval bounds = chi_square_mean_interval(n, 2, probability);
    std::pair<int, int> count{0, 0};
    for (int c = 0; c < campaigns; ++c) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += last_nees();
      count.first += sum / n < bounds.low ? 1 : 0;
      count.second += sum / n > bounds.high ? 1 : 0;
    }
    return count;
  }

 private:
  double q_;
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

TEST_CASE("a consistent filter is called inconsistent at the level, an overconfident one always") {
  // 4000 campaigns at 5 %: 100 +- 9.9 on each side. 5 standard deviations: once in 2 million tests.
  for (const int n : {1, 20}) {
    const auto [below, above] = Flights(1).alarms(4000, n, 0.95);
    CHECK(std::abs(below - 100) < 50);
    CHECK(std::abs(above - 100) < 50);
  }
  // It counts on a third of the acceleration: its covariance is too small. On three times of it:
  // too large.
  CHECK(Flights(1.0 / 3).alarms(100, 50, 0.99) == std::pair(0, 100));
  CHECK(Flights(3).alarms(100, 200, 0.99) == std::pair(100, 0));
}

}  // namespace
}  // namespace montecopter::statistics
