#include "core/statistics/quantile_shift.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

std::vector<double> counted(std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i);
  return values;
}

/// The same by drawing every set, and sorting it.
std::vector<double> by_drawing(const std::vector<double>& values, double p, int sets) {
  Uniform uniform(26);
  std::vector<double> quantiles, set(values.size());
  const double position = p * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(position);
  const double fraction = position - static_cast<double>(low);
  for (int s = 0; s < sets; ++s) {
    for (double& x : set)
      x = values[static_cast<std::size_t>(uniform() * static_cast<double>(values.size()))];
    std::sort(set.begin(), set.end());
    const double next = low + 1 < set.size() ? set[low + 1] : set[low];
    quantiles.push_back(set[low] + fraction * (next - set[low]));
  }
  return quantiles;
}

double share_below(const std::vector<double>& values, double x) {
  return static_cast<double>(
             std::count_if(values.begin(), values.end(), [&](double v) { return v <= x; })) /
         static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("quantiles of resamples are distributed as those of sets that are drawn") {
  const int sets = 20000;
  for (const auto& [n, p] : {std::pair{40u, 0.5}, std::pair{41u, 0.95}, std::pair{30u, 0.05}}) {
    const std::vector<double> values = counted(n);
    const std::vector<double> fast = QuantileResamples(n, p, sets, 1).of(values);
    const std::vector<double> slow = by_drawing(values, p, sets);
    for (double x = 0.25; x < n; x += n / 16.0) {
      const double share = share_below(slow, x);
      // Three standard errors of a difference of two shares.
      CHECK(share_below(fast, x) ==
            Approx(share).margin(1e-3 + std::sqrt(2.0) * three_errors(share, sets)));
    }
  }
}

TEST_CASE("resamples of one value, and of many") {
  CHECK(QuantileResamples(1, 0.95, 3, 1).of(std::vector<double>{7}) ==
        std::vector<double>{7, 7, 7});
  const std::size_t n = 1000000;
  const std::vector<double> q = QuantileResamples(n, 0.95, 2000, 2).of(counted(n));
  // The standard error of a rank: sqrt(n p (1 - p)) = 218.
  double sum = 0, squares = 0;
  for (const double x : q) sum += x - 0.95 * 1e6;
  for (const double x : q) squares += std::pow(x - 0.95 * 1e6 - sum / 2000, 2);
  CHECK(std::abs(sum / 2000) < 3 * 218 / std::sqrt(2000.0) + 1);
  CHECK(std::sqrt(squares / 2000) == Approx(218).epsilon(3 / std::sqrt(2 * 2000.0)));
}

TEST_CASE("the same seed gives the same sets") {
  const std::vector<double> values = counted(50);
  CHECK(QuantileResamples(50, 0.5, 99, 3).of(values) ==
        QuantileResamples(50, 0.5, 99, 3).of(values));
  CHECK(QuantileResamples(50, 0.5, 99, 3).of(values) !=
        QuantileResamples(50, 0.5, 99, 4).of(values));
}

TEST_CASE("percentile intervals leave out as many sets at either end") {
  const std::vector<double> none(1999, 0.0);
  const Interval interval = percentile_interval(none, counted(1999), 0.95);
  CHECK(interval.low == 49);  // the 50th of 0, 1, ...
  CHECK(interval.high == 1949);
}

TEST_CASE("intervals of shifts of the median cover it") {
  Uniform uniform(27);
  const int campaigns = 1000;
  const std::size_t n = 60;
  const QuantileResamples of_a(n, 0.5, 999, 5), of_b(n, 0.5, 999, 6);
  int covered = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> a(n), b(n);
    for (double& x : a) x = -std::log1p(-uniform());
    for (double& x : b) x = -2 * std::log1p(-uniform());
    std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
    const Interval shift = percentile_interval(of_a.of(a), of_b.of(b), 0.95);
    covered += shift.low <= std::log(2.0) && std::log(2.0) <= shift.high ? 1 : 0;
  }
  // The bootstrap of a median is approximate: within two percent, and the scatter of so many.
  CHECK(covered / 1000.0 == Approx(0.95).margin(0.02 + three_errors(0.95, campaigns)));
}
