#include "core/statistics/claim.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/samples_to_decide.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

/// The smallest total above n that decides, by trying one after the other.
std::size_t tried_one_by_one(const ProportionClaim& claim, std::size_t k, std::size_t n,
                             std::size_t most) {
  const double alpha = 1 - claim.confidence;
  const bool is_above = static_cast<double>(k) > claim.bound * static_cast<double>(n);
  for (std::size_t total = n + 1; total <= most; ++total) {
    const std::size_t events = (2 * total * k + n) / (2 * n);
    const BinomialTails tails = binomial_tails(events, total, claim.bound);
    if ((is_above ? tails.at_least : tails.at_most) <= alpha) return total;
  }
  return 0;
}

}  // namespace

TEST_CASE("59 successes of 59 meet 95 % with 95 %, 58 of 58 do not") {
  const ProportionClaim claim{Side::at_least, 0.95, 0.95};
  const Finding met = judge(claim, 59, 59);
  CHECK(met.verdict == Verdict::met);
  CHECK(met.estimate == 1);
  CHECK(met.p_met == Approx(std::pow(0.95, 59)).epsilon(1e-12));
  CHECK(met.low == Approx(std::pow(0.05, 1 / 59.0)).epsilon(1e-12));
  CHECK(met.high == 1);
  CHECK_FALSE(met.samples_to_decide);
  const Finding undecided = judge(claim, 58, 58);
  CHECK(undecided.verdict == Verdict::undecided);
  CHECK(undecided.samples_to_decide == 59);
  const Finding violated = judge(claim, 50, 59);
  CHECK(violated.verdict == Verdict::violated);
  CHECK(violated.high < 0.95);
  CHECK(name_of(met.verdict) == "met");
  CHECK(name_of(violated.verdict) == "violated");
  CHECK(name_of(undecided.verdict) == "undecided");
}

TEST_CASE("p-values of claims that all have to hold") {
  const PValues p[] = {{0.01, 0.9}, {0.2, 0.03}, {0.001, 0.4}};
  CHECK(all_hold(p).met == 0.2);
  CHECK(all_hold(p).violated == Approx(3 * 0.03));
  CHECK(all_hold(std::span(p, 1)).met == 0.01);
  CHECK(all_hold(std::span(p, 1)).violated == 0.9);
  const PValues sure[] = {{1, 0.7}, {1, 0.8}};
  CHECK(all_hold(sure).violated == 1);
}

TEST_CASE("a verdict is what its p-values say") {
  const double alpha = 1.0 - 0.95;
  CHECK(verdict_of({alpha, 1}, 0.95) == Verdict::met);
  CHECK(verdict_of({1, alpha}, 0.95) == Verdict::undecided);  // the bound itself is allowed
  CHECK(verdict_of({1, std::nextafter(alpha, 0)}, 0.95) == Verdict::violated);
  CHECK(verdict_of({1, 1}, 0.95) == Verdict::undecided);
}

TEST_CASE("a mean that is both of its bounds is called violated as often as the confidence says") {
  Uniform uniform(11);
  const MeanClaim most{Side::at_most, 0, 0.95}, least{Side::at_least, 0, 0.95};
  int violated = 0;
  constexpr int campaigns = 4000;
  for (int campaign = 0; campaign < campaigns; ++campaign) {
    double sum = 0, squares = 0;
    constexpr std::size_t n = 20;
    for (std::size_t i = 0; i < n; ++i) {  // Box & Muller (1958)
      const double radius = std::sqrt(-2 * std::log(1 - uniform()));
      const double x = radius * std::cos(6.283185307179586 * uniform());
      sum += x, squares += x * x;
    }
    const double mean = sum / n, sd = std::sqrt((squares - n * mean * mean) / (n - 1));
    std::vector<PValues> each;
    for (const MeanClaim& claim : {most, least}) {
      const Finding one = judge(claim, MeanSummary{n, mean, sd});
      each.push_back({one.p_met, one.p_violated});
    }
    violated += verdict_of(all_hold(each), 0.95) == Verdict::violated ? 1 : 0;
  }
  // sqrt(4000 0.05 0.95) = 13.8, four times
  CHECK(std::abs(violated - 0.05 * campaigns) < 55);
}

TEST_CASE("verdicts, p-values and bounds say the same") {
  for (const double bound : {0.05, 0.5, 0.9, 0.99}) {
    for (const double confidence : {0.6, 0.95, 0.999}) {
      for (const std::size_t n : {1u, 30u, 200u}) {
        for (std::size_t k = 0; k <= n; ++k) {
          const Finding least = judge(ProportionClaim{Side::at_least, bound, confidence}, k, n);
          CHECK((least.verdict == Verdict::met) == (least.low >= bound));
          CHECK((least.verdict == Verdict::violated) == (least.high < bound));
          const Finding most = judge(ProportionClaim{Side::at_most, bound, confidence}, k, n);
          CHECK((most.verdict == Verdict::met) == (most.high <= bound));
          CHECK((most.verdict == Verdict::violated) == (most.low > bound));
          CHECK(most.p_met == least.p_violated);
          CHECK(most.p_violated == least.p_met);
        }
      }
    }
  }
}

TEST_CASE("claims at the ends, and without samples") {
  const ProportionClaim always{Side::at_least, 1, 0.95}, never{Side::at_most, 0, 0.95};
  CHECK(judge(always, 1000, 1000).verdict == Verdict::undecided);
  CHECK(judge(always, 1000, 1000).samples_to_decide == 0);
  CHECK(judge(always, 999, 1000).verdict == Verdict::violated);
  CHECK(judge(never, 0, 1000).verdict == Verdict::undecided);
  CHECK(judge(never, 1, 1000).verdict == Verdict::violated);
  const Finding nothing = judge(ProportionClaim{Side::at_least, 0.9, 0.95}, 0, 0);
  CHECK(nothing.verdict == Verdict::undecided);
  CHECK(std::isnan(nothing.estimate));
  CHECK(nothing.p_met == 1);
  CHECK_FALSE(nothing.samples_to_decide);
  // The p-value is 1/4, the level too: met, and the bound is the claim's own.
  const Finding tie = judge(ProportionClaim{Side::at_least, 0.5, 0.75}, 2, 2);
  CHECK(tie.verdict == Verdict::met);
  CHECK(tie.low == 0.5);
}

TEST_CASE("the samples that would decide are those found by trying all") {
  Uniform uniform(3);
  int forecasts = 0;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const double bounds[] = {0.05, 0.3, 0.5, 0.9, 0.95, 0.99};
    const double bound = bounds[repeat % 6];
    const Side side = repeat % 4 < 2 ? Side::at_least : Side::at_most;
    const ProportionClaim claim{side, bound, repeat % 5 == 0 ? 0.8 : 0.95};
    const std::size_t n = 5 + static_cast<std::size_t>(uniform() * 80);
    const std::size_t k = uniform.events(n, bound + (uniform() - 0.5) * 0.3);
    if (judge(claim, k, n).verdict != Verdict::undecided) continue;
    const std::size_t forecast = samples_to_decide(claim, k, n);
    INFO("k = " << k << ", n = " << n << ", bound = " << bound << ", " << claim.confidence);
    if (forecast > 20000) continue;
    CHECK(forecast == tried_one_by_one(claim, k, n, 20000));
    if (forecast > 0) {
      ++forecasts;
      const std::size_t events = (2 * forecast * k + n) / (2 * n);
      CHECK(judge(claim, events, forecast).verdict != Verdict::undecided);
    }
  }
  CHECK(forecasts > 100);
}

TEST_CASE("a fraction at the bound is decided by no number of samples") {
  const ProportionClaim claim{Side::at_least, 0.5, 0.95};
  CHECK(samples_to_decide(claim, 50, 100) == 0);
  // Near it (z / distance)^2 p (1-p): 1.645^2 / (1e-5)^2 / 4.
  const std::size_t many = samples_to_decide(claim, 500010, 1000000);
  CHECK(static_cast<double>(many) == Approx(6.76e9).epsilon(0.01));
  CHECK(samples_to_decide({Side::at_least, 0.5, 0.95}, 500000000001, 999999999999) == 0);
}

TEST_CASE("a claim about a quantile is one about a proportion") {
  std::vector<double> values(100);
  Uniform uniform(5);
  for (double& x : values) x = uniform();
  std::sort(values.begin(), values.end());
  int decided = 0;
  for (const double p : {0.05, 0.5, 0.95}) {
    for (double bound = 0.005; bound < 1; bound += 0.01) {
      const QuantileClaim most{Side::at_most, p, bound, 0.9}, least{Side::at_least, p, bound, 0.9};
      const auto below = static_cast<std::size_t>(
          std::count_if(values.begin(), values.end(), [&](double x) { return x <= bound; }));
      const Finding finding = judge(most, values), other = judge(least, values);
      const Finding same = judge(ProportionClaim{Side::at_least, p, 0.9}, below, 100);
      CHECK(finding.verdict == same.verdict);
      CHECK(finding.p_met == same.p_met);
      CHECK(finding.samples_to_decide == same.samples_to_decide);
      // and it is decided by the order statistics that bound the quantile
      CHECK((finding.verdict == Verdict::met) == (finding.high <= bound));
      CHECK((finding.verdict == Verdict::violated) == (finding.low > bound));
      CHECK((other.verdict == Verdict::met) == (other.low >= bound));
      CHECK((other.verdict == Verdict::violated) == (other.high < bound));
      decided += finding.verdict != Verdict::undecided ? 1 : 0;
    }
  }
  CHECK(decided > 150);
  const std::vector<double> few = {1, 2, 3};
  const Finding finding = judge(QuantileClaim{Side::at_most, 0.9, 5, 0.95}, few);
  CHECK(finding.verdict == Verdict::undecided);
  CHECK(finding.estimate == 3);
  CHECK(finding.high == infinity);
  CHECK(std::isnan(judge(QuantileClaim{Side::at_most, 0.9, 5, 0.95}, {}).estimate));
}

TEST_CASE("the estimate of a quantile is the first sample up to which there are so many") {
  for (std::size_t n = 1; n <= 200; ++n) {
    std::vector<double> ranks(n);
    for (std::size_t i = 0; i < n; ++i) ranks[i] = static_cast<double>(i + 1);
    for (int percent = 1; percent < 100; ++percent) {
      const Finding finding = judge(QuantileClaim{Side::at_most, percent / 100.0, 0, 0.95}, ranks);
      const std::size_t whole = (n * static_cast<std::size_t>(percent) + 99) / 100;
      CHECK(finding.estimate == static_cast<double>(std::max<std::size_t>(whole, 1)));
    }
  }
}

TEST_CASE("values at the bound count for both claims about a quantile") {
  const std::vector<double> same(100, 2.0);
  CHECK(judge(QuantileClaim{Side::at_most, 0.5, 2, 0.95}, same).verdict == Verdict::met);
  CHECK(judge(QuantileClaim{Side::at_least, 0.5, 2, 0.95}, same).verdict == Verdict::met);
  CHECK(judge(QuantileClaim{Side::at_most, 0.5, 1.9, 0.95}, same).verdict == Verdict::violated);
}

TEST_CASE("a claim about a mean") {
  const MeanClaim most{Side::at_most, 2, 0.95}, least{Side::at_least, 2, 0.95};
  // t = (1.2 - 2) / (0.5 / sqrt(10)) = -5.06, t(9, 95 %) = 1.833
  const Finding met = judge(most, MeanSummary{10, 1.2, 0.5});
  CHECK(met.verdict == Verdict::met);
  CHECK(met.estimate == 1.2);
  CHECK(met.high == Approx(1.2 + 1.8331129326562366 * 0.5 / std::sqrt(10.0)).epsilon(1e-12));
  // mpmath 1.2.1: betainc(4.5, 0.5, 0, 9 / (9 + t^2), regularized=True) / 2, t^2 = 25.6
  CHECK(met.p_met == Approx(0.00034068444976073674).epsilon(1e-10));
  CHECK(judge(least, MeanSummary{10, 1.2, 0.5}).verdict == Verdict::violated);
  const Finding undecided = judge(most, MeanSummary{10, 1.9, 0.5});
  CHECK(undecided.verdict == Verdict::undecided);
  // (1.645 0.5 / 0.1)^2 = 67.6, a little more by Student's t
  CHECK(undecided.samples_to_decide == 70);
  CHECK(judge(most, MeanSummary{69, 1.9, 0.5}).verdict == Verdict::undecided);
  CHECK(judge(most, MeanSummary{70, 1.9, 0.5}).verdict == Verdict::met);
  CHECK(judge(most, MeanSummary{10, 2, 0.5}).samples_to_decide == 0);
}

TEST_CASE("means of one value, of equal values and of what is not finite") {
  const MeanClaim most{Side::at_most, 2, 0.95}, least{Side::at_least, 2, 0.95};
  CHECK(judge(most, MeanSummary{1, 0, 0}).verdict == Verdict::undecided);
  CHECK(judge(most, MeanSummary{1, 0, 0}).p_met == 1);
  CHECK(std::isnan(judge(most, MeanSummary{0, 0, 0}).estimate));
  CHECK(judge(most, MeanSummary{9, std::nan(""), 1}).verdict == Verdict::undecided);
  for (const double mean : {1.0, 2.0, 3.0}) {
    const Finding a = judge(most, MeanSummary{9, mean, 0}),
                  b = judge(least, MeanSummary{9, mean, 0});
    CHECK(a.verdict == (mean <= 2 ? Verdict::met : Verdict::violated));
    CHECK(b.verdict == (mean >= 2 ? Verdict::met : Verdict::violated));
  }
}
