/// What confidence is worth: simulated campaigns with fixed seeds. `test_statistics "[.table]"`
/// prints the tables of docs/engineering/confidence.md.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/bounded_mean.hpp"
#include "core/statistics/mean_bounds.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

using ProportionInterval = Interval (*)(std::size_t, std::size_t, double);

bool covers(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high;
}

double simulated_coverage(ProportionInterval interval, std::size_t n, double p, int campaigns,
                          std::uint64_t seed) {
  Uniform uniform(seed);
  int count = 0;
  for (int c = 0; c < campaigns; ++c) {
    count += covers(interval(uniform.events(n, p), n, 0.95), p) ? 1 : 0;
  }
  return static_cast<double>(count) / campaigns;
}

/// Not simulated: the probabilities of all k of which the interval covers p.
double exact_coverage(ProportionInterval interval, std::size_t n, double p) {
  const auto count = static_cast<double>(n);
  double sum = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    if (!covers(interval(k, n, 0.95), p)) continue;
    const auto x = static_cast<double>(k);
    sum += std::exp(std::lgamma(count + 1) - std::lgamma(x + 1) - std::lgamma(count - x + 1) +
                    x * std::log(p) + (count - x) * std::log1p(-p));
  }
  return sum;
}

/// Means of n lognormal values (sigma = 1) that Student's interval covers.
double mean_coverage(std::size_t n, int campaigns, std::uint64_t seed) {
  Uniform uniform(seed);
  int count = 0;
  for (int c = 0; c < campaigns; ++c) {
    double sum = 0, squares = 0;
    std::vector<double> values(n);
    for (double& x : values) sum += x = std::exp(uniform.normal());
    const double mean = sum / static_cast<double>(n);
    for (const double x : values) squares += (x - mean) * (x - mean);
    const double sd = std::sqrt(squares / static_cast<double>(n - 1));
    count += covers(t_interval({n, mean, sd}, 0.95), std::exp(0.5)) ? 1 : 0;
  }
  return static_cast<double>(count) / campaigns;
}

/// Campaigns of up to `most` samples that are looked at after every `block` of them.
struct Campaigns {
  int met = 0, violated = 0, all = 0;
  std::vector<std::size_t> sizes;  ///< at the first verdict; most + 1 without any

  std::size_t median() {
    std::sort(sizes.begin(), sizes.end());
    return sizes[sizes.size() / 2];
  }
};

template <class Look>
Campaigns fly(double truth, std::size_t block, std::size_t most, int campaigns, std::uint64_t seed,
              const Look& verdict_at) {
  Uniform uniform(seed);
  Campaigns result;
  result.all = campaigns;
  for (int c = 0; c < campaigns; ++c) {
    Verdict verdict = Verdict::undecided;
    std::size_t k = 0, n = 0;
    while (verdict == Verdict::undecided && n + block <= most) {
      k += uniform.events(block, truth);
      n += block;
      verdict = verdict_at(k, n);
    }
    result.met += verdict == Verdict::met ? 1 : 0;
    result.violated += verdict == Verdict::violated ? 1 : 0;
    result.sizes.push_back(verdict == Verdict::undecided ? most + 1 : n);
  }
  return result;
}

Verdict sequential(std::size_t k, std::size_t n, double p) {
  return look(ProportionClaim{Side::at_least, p, 0.95}, k, n).verdict;
}

/// The fixed-n verdict, "met" only, as those do who look again and again.
Verdict repeated(std::size_t k, std::size_t n, double p) {
  const bool is_above = static_cast<double>(k) > p * static_cast<double>(n);
  return is_above && binomial_tails(k, n, p).at_least <= 0.05 ? Verdict::met : Verdict::undecided;
}

}  // namespace

TEST_CASE("exact intervals cover what they say, or more") {
  const int campaigns = 2000;
  const double least = 0.95 - three_errors(0.95, campaigns);
  for (const double p : {0.05, 0.3, 0.5, 0.9, 0.99}) {
    for (const std::size_t n : {20u, 100u}) {
      INFO("p = " << p << ", n = " << n);
      CHECK(simulated_coverage(clopper_pearson, n, p, campaigns, 1) >= least);
      CHECK(exact_coverage(clopper_pearson, n, p) >= 0.95);
    }
  }
  // Exponential values, whose p-quantile is -ln(1 - p). One-sided bounds of 95 %.
  for (const double p : {0.5, 0.9}) {
    const std::size_t n = 80;
    Uniform uniform(2);
    int below = 0, above = 0;
    std::vector<double> x(n);
    for (int c = 0; c < campaigns; ++c) {
      for (double& value : x) value = -std::log1p(-uniform());
      std::sort(x.begin(), x.end());
      below += x[lower_bound_rank(n, p, 0.95) - 1] <= -std::log1p(-p) ? 1 : 0;
      above += x[upper_bound_rank(n, p, 0.95) - 1] >= -std::log1p(-p) ? 1 : 0;
    }
    CHECK(below >= campaigns * least);
    CHECK(above >= campaigns * least);
  }
}

TEST_CASE("approximate intervals cover it on average") {
  // Brown, Cai & DasGupta (2001): on average over p, both come near 95 %.
  for (const ProportionInterval interval : {&wilson, &jeffreys}) {
    double sum = 0;
    for (int i = 1; i < 100; ++i) sum += exact_coverage(interval, 50, i / 100.0);
    CHECK(sum / 99 == Approx(0.95).margin(0.005));
  }
  // Lognormal means at n = 30: 88 % by 200000 repetitions with numpy
  // (docs/engineering/confidence.md).
  CHECK(mean_coverage(30, 2000, 3) == Approx(0.882).margin(three_errors(0.882, 2000)));
}

TEST_CASE("a claim at its bound is met as rarely as it says, however often one looks") {
  const int campaigns = 400;
  const auto at_99 = [](std::size_t k, std::size_t n) { return sequential(k, n, 0.99); };
  const Campaigns edge = fly(0.99, 64, 6000, campaigns, 4, at_99);
  CHECK(edge.met <= campaigns * (0.05 + three_errors(0.05, campaigns)));
  CHECK(edge.violated <= campaigns * (0.05 + three_errors(0.05, campaigns)));
  // Looking again and again at a bound for one n is another thing.
  const auto naive = [](std::size_t k, std::size_t n) { return repeated(k, n, 0.99); };
  CHECK(fly(0.99, 100, 6000, campaigns, 4, naive).met > 0.15 * campaigns);
}

TEST_CASE("a claim that holds by some distance is soon met") {
  const auto at_99 = [](std::size_t k, std::size_t n) { return sequential(k, n, 0.99); };
  CHECK(fly(0.998, 64, 20000, 200, 5, at_99).median() <= 900);
  CHECK(fly(0.9995, 64, 20000, 200, 6, at_99).median() <= 576);
  CHECK(fly(0.95, 64, 20000, 200, 7, at_99).median() <= 192);
}

TEST_CASE("confidence sequences hold at all sizes at once") {
  const int campaigns = 150;
  Uniform uniform(9);
  int missed = 0;
  for (int c = 0; c < campaigns; ++c) {
    bool is_missed = false;
    std::size_t k = 0;
    for (std::size_t n = 16; n <= 1600; n += 16) {
      k += uniform.events(16, 0.9);
      // covers(sequential_interval(k, n, 0.95), 0.9), without finding the roots
      is_missed =
          is_missed || evidence_of_more(k, n, 0.9) >= 40 || evidence_of_less(k, n, 0.9) >= 40;
    }
    missed += is_missed ? 1 : 0;
  }
  CHECK(missed <= campaigns * (0.05 + three_errors(0.05, campaigns)));
}

TEST_CASE("coverage", "[.table]") {
  std::printf(
      "coverage of 95 %% intervals, exact    n      p  Clopper-Pearson  Wilson  Jeffreys\n");
  for (const std::size_t n : {20u, 100u, 1000u}) {
    for (const double p : {0.5, 0.9, 0.99, 0.999}) {
      std::printf("%37zu  %5g  %15.3f  %6.3f  %8.3f\n", n, p, exact_coverage(clopper_pearson, n, p),
                  exact_coverage(wilson, n, p), exact_coverage(jeffreys, n, p));
    }
  }
  for (const std::size_t n : {30u, 100u, 1000u}) {
    std::printf("t interval of %zu lognormal values: %.3f\n", n, mean_coverage(n, 20000, 3));
  }
}

TEST_CASE("false acceptance", "[.table]") {
  const int campaigns = 2000;
  const auto at_99 = [](std::size_t k, std::size_t n) { return sequential(k, n, 0.99); };
  const Campaigns edge = fly(0.99, 64, 20000, campaigns, 4, at_99);
  std::printf(
      "P = 0.99, claim P >= 0.99, looks after every 64 up to 20000: met %.2f %%, violated %.2f "
      "%%\n",
      100.0 * edge.met / campaigns, 100.0 * edge.violated / campaigns);
  const auto naive = [](std::size_t k, std::size_t n) { return repeated(k, n, 0.99); };
  std::printf("Clopper-Pearson looked at after every 100: met %.1f %%\n",
              100.0 * fly(0.99, 100, 20000, campaigns, 4, naive).met / campaigns);
}

TEST_CASE("samples to a verdict", "[.table]") {
  const auto at_99 = [](std::size_t k, std::size_t n) { return sequential(k, n, 0.99); };
  for (const double truth : {0.9, 0.95, 0.97, 0.98, 0.985, 0.995, 0.998, 0.9995, 1.0}) {
    Campaigns found = fly(truth, 64, 100000, 1000, 5, at_99);
    std::printf("P = %g, claim P >= 0.99: median %zu samples, met %.1f %%, violated %.1f %%\n",
                truth, found.median(), 100.0 * found.met / found.all,
                100.0 * found.violated / found.all);
  }
}

TEST_CASE("samples to a verdict about a mean", "[.table]") {
  // Values u^4, mean 0.2, in [0, 1]; claim mean <= bound.
  for (const double bound : {0.1, 0.15, 0.18, 0.22, 0.25, 0.3, 0.4}) {
    Uniform uniform(12);
    std::vector<std::size_t> sizes;
    int met = 0;
    for (int c = 0; c < 500; ++c) {
      BoundedMeanTest test(MeanClaim{Side::at_most, bound, 0.95}, {0, 1});
      while (test.count() < 20000 && test.look().verdict == Verdict::undecided) {
        for (int i = 0; i < 64; ++i) test.add(std::pow(uniform(), 4));
      }
      sizes.push_back(test.count());
      met += test.look().verdict == Verdict::met ? 1 : 0;
    }
    std::sort(sizes.begin(), sizes.end());
    std::printf("mean 0.2, claim mean <= %g: median %zu samples, met %.1f %%\n", bound, sizes[250],
                met / 5.0);
  }
}

TEST_CASE("bounds at one size and at all", "[.table]") {
  for (const std::size_t n : {100u, 1000u, 10000u, 100000u, 1000000u}) {
    const std::size_t k = n / 100 * 99;
    const Interval one = clopper_pearson(k, n, 0.95), all = sequential_interval(k, n, 0.95);
    std::printf("%7zu of %7zu: Clopper-Pearson %.5f to %.5f, at all sizes %.5f to %.5f\n", k, n,
                one.low, one.high, all.low, all.high);
  }
}
