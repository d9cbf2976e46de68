#include "core/statistics/quantile_ranks.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace montecopter::statistics;

namespace {

/// P(B = k) for B ~ binomial(n, p), by logarithms of the gamma function: another way than ours.
double probability(std::size_t n, double p, std::size_t k) {
  const auto m = static_cast<double>(n), x = static_cast<double>(k);
  return std::exp(std::lgamma(m + 1) - std::lgamma(x + 1) - std::lgamma(m - x + 1) +
                  x * std::log(p) + (m - x) * std::log1p(-p));
}

/// P(first <= B < last).
double between(std::size_t n, double p, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t k = first; k < last; ++k) sum += probability(n, p, k);
  return sum;
}

}  // namespace

TEST_CASE("ranks and their coverage are those of scipy.stats.binom 1.10.1") {
  struct Case {
    std::size_t n;
    double p;
    std::size_t low, high;
    double coverage;  ///< P(low <= B < high), a bound that does not exist left out
  };
  // low: the largest with cdf(low - 1) <= 0.025; high: the smallest with sf(high - 1) <= 0.025.
  const Case cases[] = {{5, 0.5, 0, 0, 1},
                        {6, 0.5, 1, 6, 0.96875},
                        {10, 0.5, 2, 9, 0.978515625},
                        {20, 0.25, 2, 10, 0.961822958191078},
                        {71, 0.95, 63, 0, 0.991205101618846},
                        {72, 0.95, 64, 72, 0.965490047908374},
                        {72, 0.05, 1, 9, 0.965490047908374},
                        {100, 0.05, 1, 11, 0.982607060712181},
                        {100, 0.5, 40, 61, 0.964799799782295},
                        {100, 0.25, 17, 35, 0.962462637701025},
                        {367, 0.99, 359, 0, 0.987380746869726},
                        {368, 0.99, 360, 368, 0.962415820410859},
                        {1000, 0.01, 4, 18, 0.976094763497977},
                        {1000, 0.5, 469, 532, 0.953708802639502},
                        {1000, 0.99, 983, 997, 0.976094763497977},
                        {10000, 0.05, 458, 544, 0.951528054654337},
                        {1000000, 0.75, 749151, 750849, 0.950083796492683}};
  for (const Case& c : cases) {
    INFO("n = " << c.n << ", p = " << c.p);
    const QuantileRanks ranks = quantile_ranks(c.n, c.p);
    CHECK(ranks.low == c.low);
    CHECK(ranks.high == c.high);
    if (c.n > 10000) continue;  // lgamma loses too many digits there
    const double covered = between(c.n, c.p, c.low, c.high == 0 ? c.n + 1 : c.high);
    CHECK(covered == Approx(c.coverage).epsilon(1e-9));
  }
}

TEST_CASE("both tails hold 2.5 % at most, and no narrower interval does") {
  // lgamma is good to about 1e-12 here; no tail comes that near to 0.025.
  const double slack = 1e-11;
  for (const double p : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
    for (std::size_t n = 1; n <= 600; ++n) {
      const QuantileRanks ranks = quantile_ranks(n, p);
      const double below = between(n, p, 0, ranks.low);
      REQUIRE(below <= 0.025 + slack);
      REQUIRE(below + probability(n, p, ranks.low) > 0.025 - slack);
      const std::size_t high = ranks.high == 0 ? n + 1 : ranks.high;
      const double above = between(n, p, high, n + 1);
      REQUIRE(above <= 0.025 + slack);
      REQUIRE(above + probability(n, p, high - 1) > 0.025 - slack);
    }
  }
}

TEST_CASE("the ranks of p and 1 - p mirror each other") {
  for (const std::size_t n : {1u, 5u, 6u, 100u, 371u, 5000u, 100003u}) {
    for (const double p : {0.25, 0.5}) {  // 1 - p is exact
      const QuantileRanks a = quantile_ranks(n, p), b = quantile_ranks(n, 1 - p);
      CHECK(a.low == (b.high == 0 ? 0 : n + 1 - b.high));
      CHECK(a.high == (b.low == 0 ? 0 : n + 1 - b.low));
    }
  }
}

TEST_CASE("the smallest n with a bound: 1 - p^n >= 0.975") {
  // n = ln 0.025 / ln p: 5.3, 71.9, 367.0
  CHECK(quantile_ranks(5, 0.5).high == 0);
  CHECK(quantile_ranks(6, 0.5).high == 6);
  CHECK(quantile_ranks(71, 0.95).high == 0);
  CHECK(quantile_ranks(72, 0.95).high == 72);
  CHECK(quantile_ranks(367, 0.99).high == 0);
  CHECK(quantile_ranks(368, 0.99).high == 368);
}

TEST_CASE("simulated samples enclose their quantile as often as the binomial says", "[slow]") {
  // Exponential samples, whose quantile is -ln(1 - p); 20000 times.
  std::mt19937_64 words(20240229);
  const int times = 20000;
  const std::size_t n = 150;
  for (const double p : {0.05, 0.5, 0.75, 0.95}) {
    const QuantileRanks ranks = quantile_ranks(n, p);
    const double quantile = -std::log1p(-p);
    int inside = 0;
    std::vector<double> x(n);
    for (int t = 0; t < times; ++t) {
      for (double& value : x) value = -std::log1p(-static_cast<double>(words() >> 11) * 0x1p-53);
      std::sort(x.begin(), x.end());
      inside += x[ranks.low - 1] <= quantile && quantile < x[ranks.high - 1] ? 1 : 0;
    }
    const double coverage = between(n, p, ranks.low, ranks.high);
    CHECK(coverage >= 0.95);
    // Four standard errors; the seed is fixed, so this holds or not once and for all.
    const double error = 4 * std::sqrt(coverage * (1 - coverage) / times);
    CHECK(static_cast<double>(inside) / times == Approx(coverage).margin(error));
  }
}

TEST_CASE("the 95 % of stored statistics are the ranks of a miss of 2.5 %, bit by bit") {
  const QuantileRanks stored = quantile_ranks(1000, 0.5);
  CHECK(stored.low == quantile_ranks(1000, 0.5, 0.025).low);
  CHECK(stored.high == quantile_ranks(1000, 0.5, 0.025).high);
}

TEST_CASE("one-sided ranks hold their confidence, and no nearer rank does") {
  // lgamma is good to about 1e-12 here; no tail comes that near to 1 - confidence.
  const double slack = 1e-11;
  for (const double p : {0.05, 0.5, 0.9, 0.95, 0.99}) {
    for (const double confidence : {0.5, 0.9, 0.95, 0.99}) {
      for (std::size_t n = 1; n <= 400; n += 7) {
        const std::size_t high = upper_bound_rank(n, p, confidence);
        const std::size_t last = high == 0 ? n + 1 : high;
        REQUIRE(between(n, p, 0, last) >= confidence - slack);  // P(B < high)
        REQUIRE(between(n, p, 0, last - 1) < confidence + slack);
        const std::size_t low = lower_bound_rank(n, p, confidence);
        REQUIRE(between(n, p, low, n + 1) >= confidence - slack);  // P(B >= low)
        REQUIRE(between(n, p, low + 1, n + 1) < confidence + slack);
      }
    }
  }
}

TEST_CASE("Wilks: the largest of 59 bounds the 95 % quantile with 95 %, of 93 the second largest") {
  CHECK(upper_bound_rank(58, 0.95, 0.95) == 0);
  CHECK(upper_bound_rank(59, 0.95, 0.95) == 59);
  CHECK(upper_bound_rank(92, 0.95, 0.95) == 92);
  CHECK(upper_bound_rank(93, 0.95, 0.95) == 92);
  CHECK(upper_bound_rank(124, 0.95, 0.95) == 122);
  CHECK(lower_bound_rank(59, 0.05, 0.95) == 1);
  CHECK(lower_bound_rank(58, 0.05, 0.95) == 0);
}
