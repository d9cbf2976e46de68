#include "results/diff/statistics.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "results/summarise/statistics.hpp"

using namespace montecopter;
using diff::Tally;
using diff::Tolerance;

namespace {

const std::vector<std::string> names(statistic_names.begin(), statistic_names.end());

/// Which statistics of two lists of values are out of tolerance.
std::int64_t differing(const std::vector<double>& a, const std::vector<double>& b,
                       const Tolerance& tolerance) {
  Tally tally;
  add_statistics(tally, names, summarise_values(a), summarise_values(b), 0, tolerance);
  CHECK(tally.compared == static_cast<std::int64_t>(statistic_names.size()));
  return tally.differing;
}

/// Values of all shapes: normal, skewed, two heaps, one outlier.
std::vector<double> values_of(int shape, std::size_t n, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  for (double& x : values) {
    x = normal(random);
    if (shape == 1) x = std::exp(1.5 * x);
    if (shape == 2) x = x < 0 ? -1 + 0.01 * x : 1 + 0.01 * x;
    if (shape == 3) x *= 1e-3;
  }
  if (shape == 3) values.front() = 1;
  return values;
}

}  // namespace

TEST_CASE("no value out of tolerance, no statistic out of tolerance") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const std::size_t n = std::array{3, 4, 5, 30, 200}[static_cast<std::size_t>(repeat % 5)];
    const auto a = values_of(repeat / 5 % 4, n, random);
    // From rounding to more than the scatter of the values.
    const double d = std::pow(10.0, uniform(random) * 7 - 7);
    auto b = a;
    // The ends of the range are the hardest for each moment.
    for (double& x : b) x += repeat % 3 == 0 ? std::copysign(d, x) : d * uniform(random);
    // What the sums round, which is no affair of the tolerance.
    const double rounding = 1e-13 * (1 + std::fabs(a.front()));
    INFO("repeat " << repeat << ", n " << n << ", d " << d);
    CHECK(differing(a, b, {.abs = d * (1 + 1e-9) + rounding}) == 0);
  }
}

TEST_CASE("numbers that rounding made have no shape") {
  std::mt19937_64 random(2);
  auto a = values_of(0, 50, random), b = values_of(1, 50, random);
  for (double& x : a) x *= 1e-16;
  for (double& x : b) x *= 1e-16;
  CHECK(differing(a, b, {.abs = 1e-9}) == 0);
  CHECK(differing(a, b, {}) > 20);
  CHECK(differing(std::vector(50, 0.0), b, {.abs = 1e-9}) == 0);  // no skewness at all
  // Relative to a large offset: 3 +- 1e-16 against 3.
  CHECK(differing(std::vector(50, 3.0), std::vector(50, 3.0 + 4e-16), {.rel = 1e-12}) == 0);
}

TEST_CASE("another shape, number or size is told") {
  std::mt19937_64 random(3);
  const auto a = values_of(0, 200, random);
  auto b = a;
  std::sort(b.begin(), b.end());
  // 0.01 sd off at the upper end, where the allowance is a millionth: skewness and kurtosis move.
  b.back() += 0.01;
  auto sorted = a;
  std::sort(sorted.begin(), sorted.end());
  CHECK(differing(sorted, b, {.abs = 1e-6}) >= 4);  // sd, skewness, kurtosis, max
  auto fewer = a;
  fewer.pop_back();
  CHECK(differing(a, fewer, {.abs = 1e9}) == 1);  // n
  auto infinite = a;
  infinite.back() = HUGE_VAL;
  CHECK(differing(a, infinite, {.abs = 1e9, .rel = 1e9}) >= 1);
}
