#include "core/statistics/sequential_proportion.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/statistics/bets.hpp"
#include "core/statistics/holm.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

TEST_CASE("evidence is that of mpmath") {
  struct Case {
    std::size_t k, n;
    double p, of_more, of_less;
  };
  // mpmath 1.2.1, 60 digits: the sum over i < 64 of w (1 + t odds)^wins (1 - t)^losses with t =
  // 2^(-i/4), w = sqrt(t) / sum of sqrt(t); of more k wins, n - k losses, odds = (1 - p) / p; of
  // less n - k wins, k losses, odds = p / (1 - p).
  const Case cases[] = {{0, 0, 0.99, 1.0, 1.0},
                        {64, 64, 0.99, 1.2930761039688406, 0.10199170089009927},
                        {512, 512, 0.99, 26.814882551064762, 0.033726367244933896},
                        {700, 702, 0.99, 4.4242868966927267, 0.033307755062156062},
                        {2290, 2304, 0.99, 2.9221859147975864, 0.023180462189280033},
                        {19800, 20000, 0.99, 0.26644704150989419, 0.024171419209507838},
                        {1, 10, 0.5, 0.28196665291236236, 11.047524662862118},
                        {95, 128, 0.95, 0.15465807595865483, 2199359193103.5067},
                        {998, 1000, 0.9, 1.0024349618339992e+36, 0.023311376829545726},
                        {600000, 1000000, 0.6, 0.032351223989599242, 0.02570092539034546}};
  for (const Case& c : cases) {
    INFO("k = " << c.k << ", n = " << c.n << ", p = " << c.p);
    // Up to n = 5000 that is 2e-12; the errors partly cancel, so that it is 1e-12 up to 20000.
    const double bound = (static_cast<double>(c.n) + 100) * 0x1p-51;
    const double tolerance = c.n <= 20000 ? std::min(1e-12, bound) : bound;
    CHECK(std::fabs(evidence_of_more(c.k, c.n, c.p).value() / c.of_more - 1) < tolerance);
    CHECK(std::fabs(evidence_of_less(c.k, c.n, c.p).value() / c.of_less - 1) < tolerance);
  }
  // Of 1e9 samples; decimal logarithms, to the same relative error of the evidence over ln 10.
  CHECK(evidence_of_more(990100000, 1000000000, 0.99).log10() ==
        Approx(216.88066907536767).margin(2e-7));
  CHECK(evidence_of_less(990100000, 1000000000, 0.99).log10() ==
        Approx(-89.256513729540547).margin(2e-7));
  CHECK(evidence_of_more(500040000, 1000000000, 0.5).log10() ==
        Approx(-0.96850065676418289).margin(2e-7));
  CHECK(evidence_of_less(500040000, 1000000000, 0.5).log10() ==
        Approx(-3.6699071242872115).margin(2e-7));
}

TEST_CASE("the expectation of evidence is 1 at p, and less on the other side") {
  // Over all k of n = 12, by the binomial probabilities: the definition of an e-value.
  const int n = 12;
  for (const double p : {0.1, 0.5, 0.9, 0.99}) {
    for (const double truth : {p - 0.05, p}) {
      double more = 0, less = 0, probability = std::pow(1 - truth, n);
      for (std::size_t k = 0; k <= n; ++k) {
        more += probability * evidence_of_more(k, n, p).value();
        less += probability * evidence_of_less(n - k, n, 1 - p).value();  // the mirror image
        probability *=
            static_cast<double>(n - k) / static_cast<double>(k + 1) * truth / (1 - truth);
      }
      if (truth == p) {
        CHECK(more == Approx(1).epsilon(1e-12));
        CHECK(less == Approx(1).epsilon(1e-9));  // 1 - p is rounded
      } else {
        CHECK(more < 1);
        CHECK(less < 1);
      }
    }
  }
}

TEST_CASE("the weights of the bets add up to 1") {
  double sum = 0;
  for (std::size_t i = 0; i < bet_count; ++i) {
    sum += bets().weight[i];
    CHECK(bets().share[i] == Approx(std::exp2(-static_cast<double>(i) / 4)).epsilon(2e-16));
  }
  CHECK(sum == Approx(1).epsilon(1e-15));
}

TEST_CASE("looks decide, and say the same as bounds") {
  for (const double bound : {0.05, 0.5, 0.95}) {
    for (const std::size_t n : {1u, 50u, 300u}) {
      for (std::size_t k = 0; k <= n; k += 1 + n / 60) {
        const double low = sequential_lower_bound(k, n, 0.95);
        const double high = sequential_upper_bound(k, n, 0.95);
        const SequentialFinding least = look(ProportionClaim{Side::at_least, bound, 0.95}, k, n);
        CHECK((least.verdict == Verdict::met) == (low >= bound));
        CHECK((least.verdict == Verdict::violated) == (high <= bound));
        const SequentialFinding most = look(ProportionClaim{Side::at_most, bound, 0.95}, k, n);
        CHECK((most.verdict == Verdict::met) == (high <= bound));
        CHECK((most.verdict == Verdict::violated) == (low >= bound));
        CHECK(least.for_met.value() == most.for_violated.value());
        CHECK(least.needed == Approx(20));
        // never evidence of both
        CHECK(std::min(least.for_met.value(), least.for_violated.value()) <= 1 + 1e-12);
      }
    }
  }
}

TEST_CASE("p-values of sequential tests make families") {
  CHECK(sequential_p_value(0.0) == 1);
  CHECK(sequential_p_value(0.5) == 1);
  CHECK(sequential_p_value(25.0) == 0.04);
  CHECK(sequential_p_value(power(2, 100000)) == 0);
  // Alone 512 of 512 meet 99 %, with evidence of 26.8; with another claim it takes 40.
  const SequentialFinding alone = look(ProportionClaim{Side::at_least, 0.99, 0.95}, 512, 512);
  CHECK(alone.verdict == Verdict::met);
  std::vector<Finding> family(2);
  family[0].p_met = sequential_p_value(alone.for_met);  // 1 / 26.8
  family[1].p_met = 0.5;
  CHECK(judge_family(family, 0.95)[0].verdict == Verdict::undecided);
  CHECK(judge_family(family, 0.95)[0].p_met == Approx(2 / 26.814882551064762));
  CHECK(judge_family(std::vector{family[0]}, 0.95)[0].verdict == Verdict::met);
}

TEST_CASE("looks at claims at the ends") {
  const ProportionClaim always{Side::at_least, 1, 0.95}, never{Side::at_most, 0, 0.95};
  CHECK(look(always, 1000, 1000).verdict == Verdict::undecided);
  CHECK(look(always, 999, 1000).verdict == Verdict::violated);
  CHECK(look(never, 0, 1000).verdict == Verdict::undecided);
  CHECK(look(never, 1, 1000).verdict == Verdict::violated);
  CHECK(look(always, 0, 0).verdict == Verdict::undecided);
}

TEST_CASE("bounds for all sample sizes") {
  const Interval nothing = sequential_interval(0, 0, 0.95);
  CHECK(nothing.low == 0);
  CHECK(nothing.high == 1);
  CHECK(sequential_lower_bound(0, 100, 0.95) == 0);
  CHECK(sequential_upper_bound(100, 100, 0.95) == 1);
  for (const std::size_t n : {10u, 1000u, 1000000u, 1000000000u}) {
    const std::size_t k = n / 10 * 9;
    const Interval bounds = sequential_interval(k, n, 0.95);
    CHECK(evidence_of_more(k, n, bounds.low).value() >= 40 * (1 - 1e-12));
    CHECK(evidence_of_more(k, n, std::nextafter(bounds.low, 1)).value() < 40 * (1 + 1e-5));
    CHECK(evidence_of_less(k, n, bounds.high).value() >= 40 * (1 - 1e-12));
    // Wider than 1.96 standard errors, as it has to be, and not by much more than twice.
    const double se = std::sqrt(0.09 / static_cast<double>(n));
    CHECK(bounds.low < 0.9 - 1.96 * se);
    CHECK(bounds.high > 0.9 + 1.96 * se * (n == 10 ? 0.5 : 1));
    if (n >= 1000) CHECK(bounds.high - bounds.low < 4.6 * 1.96 * se);
  }
}

TEST_CASE("ranks that bound a quantile are where claims about it are decided") {
  for (const double p : {0.05, 0.5, 0.99}) {
    for (const std::size_t n : {0u, 5u, 100u, 700u}) {
      const QuantileRanks ranks = sequential_quantile_ranks(n, p, 0.05);
      for (std::size_t k = 0; k <= n; ++k) {  // samples that are b at most
        const SequentialFinding at_most_b = look(ProportionClaim{Side::at_least, p, 0.95}, k, n);
        CHECK((at_most_b.verdict == Verdict::met) == (ranks.high > 0 && k >= ranks.high));
        CHECK((at_most_b.verdict == Verdict::violated) == (ranks.low > 0 && k < ranks.low));
      }
    }
  }
}

TEST_CASE("the bits of evidence are the same from every compiler") {
  // Pinned after the comparison with mpmath above; g++ 12 and clang 14 agree.
  CHECK(evidence_of_more(512, 512, 0.99).value() == 0x1.ad09c2492e7c2p+4);
  CHECK(evidence_of_more(700, 702, 0.99).value() == 0x1.1b27843a5aa5ap+2);
  CHECK(evidence_of_less(95, 128, 0.95).value() == 0x1.000a030007c17p+41);
  CHECK(evidence_of_less(600000, 1000000, 0.6).value() == 0x1.a5157e81d49efp-6);
  CHECK(sequential_lower_bound(995, 1000, 0.95) == 0x1.f875f4dd5867ap-1);
  CHECK(sequential_upper_bound(995, 1000, 0.95) == 0x1.ffb123ef5033cp-1);
}
