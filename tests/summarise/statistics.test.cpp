#include "summarise/statistics.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter;

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

TEST_CASE("moments of numbers whose mean and deviation are known") {
  // 1..n: mean (n+1)/2, variance n(n+1)/12.
  std::vector<double> x;
  for (int i = 1; i <= 1000; ++i) x.push_back(i);
  const StatisticsRow row = summarise_values(x);
  CHECK(row[0] == 1000);
  CHECK(row[1] == 500.5);
  CHECK(row[2] == Approx(std::sqrt(1000 * 1001 / 12.0)).epsilon(1e-15));
  CHECK(row[3] == 1);
  CHECK(row[9] == 1000);
}

TEST_CASE("a large offset does not eat the deviation") {
  // The data of NIST's NumAcc4 in construction: 1e7 + 0.2, then alternating 1e7 + 0.1, 1e7 + 0.3;
  // mean 1e7 + 0.2, standard deviation 0.1. Eight digits are left of 16 after the offset.
  std::vector<double> x = {10000000.2};
  for (int i = 0; i < 500; ++i) {
    x.push_back(10000000.1);
    x.push_back(10000000.3);
  }
  const StatisticsRow row = summarise_values(x);
  CHECK(row[1] == Approx(10000000.2).epsilon(1e-15));
  CHECK(row[2] == Approx(0.1).epsilon(2e-8));
}

TEST_CASE("what is undefined is NaN") {
  const StatisticsRow none = summarise_values({});
  CHECK(none[0] == 0);
  for (std::size_t k = 1; k < none.size(); ++k) CHECK(std::isnan(none[k]));
  const StatisticsRow one = summarise_values({2.5});
  CHECK(one[1] == 2.5);
  CHECK(std::isnan(one[2]));
}

TEST_CASE("the sum's tree depends on the index only: its left part keeps its value as data grow") {
  std::vector<double> x;
  for (int i = 0; i < 100; ++i) x.push_back(1.0 / (i + 1));
  const double whole = tree_sum(x);
  const double left = tree_sum(std::span(x).first(64)), right = tree_sum(std::span(x).subspan(64));
  CHECK(whole == left + right);
}
