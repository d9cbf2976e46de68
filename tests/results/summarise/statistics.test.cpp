#include "results/summarise/statistics.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "support/same_bits.hpp"

using namespace montecopter;

namespace {

/// 1, 2, ..., n.
std::vector<double> count_to(int n) {
  std::vector<double> x;
  for (int i = 1; i <= n; ++i) x.push_back(i);
  return x;
}

/// NIST's NumAcc data in construction: `middle`, then `low` and `high` 500 times in turn.
std::vector<double> alternating(double middle, double low, double high) {
  std::vector<double> x = {middle};
  for (int i = 0; i < 500; ++i) {
    x.push_back(low);
    x.push_back(high);
  }
  return x;
}

}  // namespace

TEST_CASE("quantiles are those of type 7: Hyndman and Fan 1996, the default of R and numpy") {
  const std::vector<double> x = {1, 2, 4, 8, 16};
  CHECK(quantile_type7(x, 0.0) == 1);
  CHECK(quantile_type7(x, 1.0) == 16);
  CHECK(quantile_type7(x, 0.5) == 4);
  CHECK(quantile_type7(x, 0.25) == 2);
  // h = 4 * 0.9 = 3.6: 8 + 0.6 * (16 - 8)
  CHECK(quantile_type7(x, 0.9) == Approx(12.8).epsilon(1e-15));
  CHECK(quantile_type7(std::vector<double>{3.5}, 0.05) == 3.5);
}

TEST_CASE("quantiles beside infinities are no NaN") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {-infinity, -infinity, 1, infinity, infinity};
  CHECK(quantile_type7(x, 0.1) == -infinity);
  CHECK(quantile_type7(x, 0.5) == 1);
  CHECK(quantile_type7(x, 0.9) == infinity);
}

TEST_CASE("moments of whole numbers, by hand") {
  // Deviations -3 -1 -1 -1 0 0 2 4: squares add up to 32, cubes to 42, fourth powers to 356.
  const SampleMoments m = moments(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  // A few roundings each.
  CHECK(m.mean == 5);
  CHECK(m.sd == Approx(std::sqrt(32 / 7.0)).epsilon(1e-15));
  CHECK(m.se == Approx(std::sqrt(4 / 7.0)).epsilon(1e-15));
  CHECK(m.skewness == Approx(std::sqrt(56.0) / 6 * 0.65625).epsilon(1e-15));
  CHECK(m.kurtosis == Approx(0.940625).epsilon(1e-14));
}

TEST_CASE("moments of 1 to n: closed forms of the discrete uniform distribution") {
  const int n = 1000;
  const StatisticsRow row = summarise_values(count_to(n));
  CHECK(row[statistic("n")] == n);
  CHECK(row[statistic("mean")] == 500.5);
  CHECK(row[statistic("sd")] == Approx(std::sqrt(n * (n + 1) / 12.0)).epsilon(1e-15));
  CHECK(row[statistic("se")] == Approx(std::sqrt((n + 1) / 12.0)).epsilon(1e-15));
  CHECK(row[statistic("skewness")] == 0);  // symmetric, and the tree adds whole numbers
  const double g2 = -6.0 * (1.0 * n * n + 1) / (5 * (1.0 * n * n - 1));
  const double kurtosis = (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1) * g2 + 6);
  CHECK(row[statistic("kurtosis")] == Approx(kurtosis).epsilon(1e-13));
  CHECK(row[statistic("min")] == 1);
  CHECK(row[statistic("max")] == n);
}

TEST_CASE("moments that scipy 1.10.1 gives with bias=False") {
  // 1, 1/2, ..., 1/30: scipy.stats.skew, kurtosis, sem; numpy.std(ddof=1), numpy.quantile. Both
  // sides round some ten operations on up to 30 numbers: 1e-13 is a hundred times that.
  std::vector<double> x;
  for (int i = 1; i <= 30; ++i) x.push_back(1.0 / i);
  const StatisticsRow row = summarise_values(x);
  CHECK(row[statistic("mean")] == Approx(0.13316623769734637).epsilon(1e-13));
  CHECK(row[statistic("se")] == Approx(0.03523570406656042).epsilon(1e-13));
  CHECK(row[statistic("sd")] == Approx(0.19299389946831652).epsilon(1e-13));
  CHECK(row[statistic("skewness")] == Approx(3.593424094293198).epsilon(1e-13));
  CHECK(row[statistic("kurtosis")] == Approx(14.566320815373565).epsilon(1e-13));
  CHECK(row[statistic("q01")] == Approx(0.033666666666666664).epsilon(1e-13));
  CHECK(row[statistic("q05")] == Approx(0.03503694581280788).epsilon(1e-13));
  CHECK(row[statistic("q25")] == Approx(0.04397233201581027).epsilon(1e-13));
  CHECK(row[statistic("q50")] == Approx(0.06458333333333333).epsilon(1e-13));
  CHECK(row[statistic("q75")] == Approx(0.12152777777777778).epsilon(1e-13));
  CHECK(row[statistic("q95")] == Approx(0.4249999999999995).epsilon(1e-13));
  CHECK(row[statistic("q99")] == Approx(0.8550000000000004).epsilon(1e-13));

  const SampleMoments digits =
      moments(std::vector<double>{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3});
  CHECK(digits.skewness == Approx(0.1700559492953087).epsilon(1e-13));
  CHECK(digits.kurtosis == Approx(-1.196475937855248).epsilon(1e-13));
  CHECK(digits.se == Approx(0.695221787153807).epsilon(1e-13));
}

TEST_CASE("a large offset does not eat the deviation") {
  // NIST StRD, univariate summary statistics; certified: mean 10000002, sd 1 (NumAcc1), mean 1.2,
  // sd 0.1 (NumAcc2), mean 1000000.2, sd 0.1 (NumAcc3), mean 10000000.2, sd 0.1 (NumAcc4).
  const SampleMoments one = moments(std::vector<double>{10000001, 10000003, 10000002});
  CHECK(one.mean == 10000002);
  CHECK(one.sd == 1);
  // The data themselves are rounded to 2^-53 of their size: that is what is left of 0.1.
  const double rounding = 0x1p-53;
  for (const double offset : {1.0, 1e6, 1e7}) {
    const SampleMoments m = moments(alternating(offset + 0.2, offset + 0.1, offset + 0.3));
    CHECK(m.mean == Approx(offset + 0.2).epsilon(2 * rounding));
    CHECK(m.sd == Approx(0.1).epsilon(20 * rounding * offset));
    CHECK(std::abs(m.skewness) < 100 * rounding * offset);
  }
}

TEST_CASE("equal numbers have exactly that mean, no deviation and no shape") {
  for (const double x : {0.1, -1e300, 5e-324, 3.0}) {
    for (const std::size_t n : {2u, 3u, 7u, 10u, 1000u}) {
      const StatisticsRow row = summarise_values(std::vector<double>(n, x));
      CHECK(row[statistic("mean")] == x);
      CHECK(row[statistic("sd")] == 0);
      CHECK(row[statistic("se")] == 0);
      CHECK(std::isnan(row[statistic("skewness")]));
      CHECK(std::isnan(row[statistic("kurtosis")]));
    }
  }
}

TEST_CASE("shape does not depend on the size of the numbers") {
  // 2^-700: its fourth power does not exist. Scaling by a power of two is exact.
  const std::vector<double> x = {3, 1, 4, 1, 5, 9, 2, 6};
  const SampleMoments plain = moments(x);
  for (const double factor : {0x1p-700, 0x1p700}) {
    std::vector<double> scaled = x;
    for (double& value : scaled) value *= factor;
    const SampleMoments m = moments(scaled);
    CHECK(m.skewness == plain.skewness);
    CHECK(m.kurtosis == plain.kurtosis);
    CHECK(m.sd == plain.sd * factor);
  }
}

TEST_CASE("numbers whose sum is larger than any number have a mean") {
  const double largest = std::numeric_limits<double>::max();
  CHECK(moments(std::vector<double>(40, 1.7e308)).mean == 1.7e308);
  CHECK(moments(std::vector<double>(40, 1.7e308)).sd == 0);
  CHECK(moments(std::vector<double>(7, -largest)).mean == -largest);
  CHECK(summarise_values(std::vector<double>(300, largest))[statistic("mean")] == largest);
  CHECK(spread_of(std::vector<double>(40, largest)).mean == largest);
  std::vector<double> low_and_high(40, 1e308);
  for (std::size_t i = 0; i < 10; ++i) low_and_high[i] = 0.6e308;
  CHECK(moments(low_and_high).mean == Approx(0.9e308).epsilon(1e-15));
  CHECK(moments(low_and_high).sd == Approx(0.4e308 * std::sqrt(7.5 / 39)).epsilon(1e-14));
  // Sums of either half are infinite, and that of all is 0.
  std::vector<double> halves(512, 1.7e308);
  for (std::size_t i = 256; i < 512; ++i) halves[i] = -1.7e308;
  CHECK(moments(halves).mean == 0);
  CHECK(moments(halves).sd == Approx(1.7e308 * std::sqrt(512.0 / 511)).epsilon(1e-14));
  halves[5] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(std::isfinite(moments(halves).mean));
}

TEST_CASE("what is undefined is the stored NaN") {
  const StatisticsRow none = summarise_values({});
  CHECK(none[statistic("n")] == 0);
  for (std::size_t k = 1; k < none.size(); ++k) CHECK(same_bits(none[k], stored_nan));
  const StatisticsRow one = summarise_values({2.5});
  CHECK(one[statistic("mean")] == 2.5);
  CHECK(one[statistic("q99")] == 2.5);
  for (const std::size_t k : {statistic("sd"), statistic("se"), statistic("q50_low95")}) {
    CHECK(same_bits(one[k], stored_nan));
  }
  CHECK(std::isnan(summarise_values({1, 2})[statistic("skewness")]));
  CHECK(summarise_values({1, 2, 4})[statistic("skewness")] > 0);
  CHECK(std::isnan(summarise_values({1, 2, 4})[statistic("kurtosis")]));
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : summarise_values({1, -infinity, infinity, 3})) {
    CHECK((!std::isnan(x) || same_bits(x, stored_nan)));
  }
}

TEST_CASE("every statistic in the list is computed") {
  const StatisticsRow row = summarise_values(count_to(1000));  // enough for all bounds of quantiles
  for (std::size_t k = 0; k < row.size(); ++k) {
    INFO(statistic_names[k]);
    CHECK(std::isfinite(row[k]));
  }
}

TEST_CASE("numbers that are NaN are left out") {
  const double nan = -std::numeric_limits<double>::quiet_NaN();
  const StatisticsRow with = summarise_values({nan, 1, 5, nan, 2, 7, nan});
  const StatisticsRow without = summarise_values({1, 5, 2, 7});
  for (std::size_t k = 0; k < with.size(); ++k) CHECK(same_bits(with[k], without[k]));
  CHECK(with[statistic("n")] == 4);
}

TEST_CASE("the bounds of a quantile are samples") {
  // 1 to 100: the number is its rank. Ranks of quantile_ranks.test.cpp.
  const StatisticsRow row = summarise_values(count_to(100));
  CHECK(row[statistic("q50_low95")] == 40);
  CHECK(row[statistic("q50_high95")] == 61);
  CHECK(row[statistic("q25_low95")] == 17);
  CHECK(row[statistic("q25_high95")] == 35);
  CHECK(row[statistic("q05_low95")] == 1);
  CHECK(row[statistic("q05_high95")] == 11);
  CHECK(same_bits(row[statistic("q01_low95")], stored_nan));
}

TEST_CASE("the sum's tree depends on the index only: its left part keeps its value as data grow") {
  std::vector<double> x;
  for (int i = 0; i < 100; ++i) x.push_back(1.0 / (i + 1));
  const double whole = tree_sum(x);
  const double left = tree_sum(std::span(x).first(64)), right = tree_sum(std::span(x).subspan(64));
  CHECK(whole == left + right);
}
