#include "results/summarise/mean_interval.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

using namespace montecopter;

namespace {

/// Statistics of n values of which mean and standard error are 0 and 1.
StatisticsRow unit_row(double n) {
  StatisticsRow row;
  row.fill(stored_nan);
  row[statistic("n")] = n;
  row[statistic("mean")] = 0;
  row[statistic("se")] = 1;
  return row;
}

/// How many of 4000 means of 30 values their interval covers.
template <class Draw>
int covered(double mean, double factor, Draw draw) {
  int count = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) {
    std::vector<double> values(30);
    for (double& x : values) x = draw();
    const StatisticsRow row = summarise_values(values);
    const MeanInterval interval = mean_interval(row);
    const double low =
        factor == 0 ? interval.low : row[statistic("mean")] - factor * row[statistic("se")];
    const double high =
        factor == 0 ? interval.high : row[statistic("mean")] + factor * row[statistic("se")];
    count += low <= mean && mean <= high ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("the interval is that of Student's t") {
  // The finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4, solved by bisection; of a million its
  // expansion 26.7.5, z + (z^3 + z) / (4 nu).
  const std::pair<double, double> known[] = {
      {2, 12.706204736174676}, {3, 4.302652729749459},     {4, 3.182446305283706},
      {6, 2.570581835636314},  {11, 2.2281388519862735},   {30, 2.045229642132704},
      {100, 1.98421695158642}, {1000, 1.9623414611334744}, {1000001, 1.9599663568155}};
  for (const auto& [n, quantile] : known) {
    const MeanInterval interval = mean_interval(unit_row(n));
    CHECK(interval.half_width == Approx(quantile).epsilon(1e-12));
    CHECK(interval.low == -interval.half_width);
    CHECK(interval.high == interval.half_width);
  }
  CHECK(std::isnan(mean_interval(unit_row(1)).low));
  CHECK(std::isnan(mean_interval(unit_row(0)).high));
}

TEST_CASE("it covers what it says, and less of skewed values, which it says") {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  // 4000 repetitions have a standard deviation of 0.34 %; four of them either way.
  const auto near = [](int count, double share) {
    return Approx(share).margin(0.014) == count / 4000.0;
  };
  CHECK(near(covered(0, 0, [&] { return normal(random); }), 0.95));
  CHECK(near(covered(0, 1.96, [&] { return normal(random); }), 0.941));
  // Lognormal of sigma = 1, by 200000 repetitions with numpy: 88.2 % and, with 1.96 se, 87.2 %.
  const auto lognormal = [&] { return std::exp(normal(random)); };
  CHECK(near(covered(std::exp(0.5), 0, lognormal), 0.882));
  CHECK(near(covered(std::exp(0.5), 1.96, lognormal), 0.872));
  int skewed = 0, straight = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<double> a(30), b(30);
    for (double& x : a) x = lognormal();
    for (double& x : b) x = normal(random);
    skewed += is_skewed(summarise_values(a)) ? 1 : 0;
    straight += is_skewed(summarise_values(b)) ? 1 : 0;
  }
  // The same repetitions: 92 % and 1.5 %.
  CHECK(skewed > 880);
  CHECK(straight < 40);
  CHECK_FALSE(is_skewed(unit_row(3)));
}

TEST_CASE("the interval of replicates is Student's t over their means") {
  // Sample i of replicate i mod 4: means 1, 2, 3, 6; about their mean 3 the squares add up to 14.
  const double ends[] = {0, 1, 2, 4};
  std::vector<NumberedValue> values;
  for (std::int64_t i = 0; i < 8; ++i) {
    const double mean = std::vector<double>{1, 2, 3, 6}[static_cast<std::size_t>(i % 4)];
    values.push_back({i, mean + (i < 4 ? 1 : -1) * ends[i % 4]});
  }
  const double se = std::sqrt(14.0 / (4 * 3));
  const MeanInterval interval = replicate_interval(3, values, 4);
  CHECK(interval.se == Approx(se).epsilon(1e-14));
  CHECK(interval.half_width == Approx(3.182446305283706 * se).epsilon(1e-12));
  CHECK(interval.low == 3 - interval.half_width);
  CHECK(interval.high == 3 + interval.half_width);

  values.push_back({8, stored_nan});  // tells nothing
  CHECK(replicate_interval(3, values, 4).se == interval.se);
  CHECK(std::isnan(replicate_interval(3, values, 1).low));
  CHECK(std::isnan(replicate_interval(3, values, 9).low));  // one of them has no number
  CHECK(std::isnan(replicate_interval(3, {}, 4).se));
}

TEST_CASE(
    "it covers the mean of Latin hypercubes, which that of independent samples does not suit") {
  // x + y^2 over 8 Latin hypercubes of 8 points each; the mean is 1/2 + 1/3.
  std::mt19937_64 random(2);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  int covered = 0, covered_apart = 0;
  const int campaigns = 2000;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<NumberedValue> values;
    std::vector<double> alone;
    for (std::int64_t replicate = 0; replicate < 8; ++replicate) {
      std::vector<double> x(8), y(8);
      std::iota(x.begin(), x.end(), 0.0), std::iota(y.begin(), y.end(), 0.0);
      std::shuffle(x.begin(), x.end(), random), std::shuffle(y.begin(), y.end(), random);
      for (std::int64_t j = 0; j < 8; ++j) {
        const auto k = static_cast<std::size_t>(j);
        const double u = (x[k] + uniform()) / 8, v = (y[k] + uniform()) / 8;
        values.push_back({8 * j + replicate, u + v * v});
        alone.push_back(values.back().value);
      }
    }
    const StatisticsRow row = summarise_values(alone);
    const double mean = row[statistic("mean")], truth = 0.5 + 1.0 / 3;
    covered += std::fabs(mean - truth) <= replicate_interval(mean, values, 8).half_width ? 1 : 0;
    covered_apart += std::fabs(mean - truth) <= mean_interval(row).half_width ? 1 : 0;
  }
  // Approximate, as the means are not normal: 95 % within three standard errors.
  CHECK(covered / 2000.0 == Approx(0.95).margin(0.015));
  CHECK(covered_apart == campaigns);  // far too wide
}
