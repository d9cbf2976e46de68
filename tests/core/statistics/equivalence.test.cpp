#include "core/statistics/equivalence.hpp"

#include <catch2/catch.hpp>

#include "core/statistics/paired_samples.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

TEST_CASE("two one-sided tests against scipy") {
  const MeanDifference d = paired_difference(summary(darwin));
  // ttest_1samp(d, 40, alternative="less").pvalue, the larger one of both sides (the other: 1e-5)
  CHECK(test_equivalence(d, 40).p_equivalent == Approx(0.03533171151936541).epsilon(1e-11));
  // ttest_1samp(d, 5, alternative="greater").pvalue, twice
  CHECK(test_equivalence(d, 5).p_beyond == Approx(2 * 0.06216989155257426).epsilon(1e-11));
}

TEST_CASE("tests and intervals say the same") {
  const MeanDifference d = paired_difference(summary(darwin));
  const Interval inner = difference_interval(d, 0.90);
  const double edge = std::max(-inner.low, inner.high);
  CHECK(test_equivalence(d, edge).p_equivalent == Approx(0.05).epsilon(1e-10));
  const double beyond = difference_interval(d, 0.95).low;
  CHECK(test_equivalence(d, beyond).p_beyond == Approx(0.05).epsilon(1e-10));
}

TEST_CASE("margins without spread, without size, and without samples") {
  const MeanDifference exact = paired_difference({10, 1.0, 0.0});
  CHECK(test_equivalence(exact, 2).p_equivalent == 0);
  CHECK(test_equivalence(exact, 0.5).p_beyond == 0);
  CHECK(test_equivalence(exact, 1).p_equivalent == 1);  // on the edge: neither
  CHECK(test_equivalence(exact, 1).p_beyond == 1);
  CHECK(test_equivalence(paired_difference({10, 1.0, 1.0}), 0).p_equivalent >= 0.5);
  const EquivalenceFinding none = test_equivalence(paired_difference({1, 0.0, 0.0}), 9);
  CHECK((none.p_equivalent == 1 && none.p_beyond == 1));
}

TEST_CASE("a family of margins is judged by Holm's method") {
  // Holm of 0.01 and 0.04: 0.02 and 0.04. Of 0.03 and 0.04: 0.06 and 0.06.
  const auto of = [](double p, double q) {
    return judge_equivalence(std::vector<EquivalenceFinding>{{p, 1}, {q, 1}});
  };
  CHECK(of(0.01, 0.04)[1].verdict == Equivalence::equivalent);
  CHECK(of(0.03, 0.04)[1].verdict == Equivalence::undecided);
  const auto mixed = judge_equivalence(std::vector<EquivalenceFinding>{{1, 0.02}, {0.01, 1}});
  CHECK(mixed[0].verdict == Equivalence::different);
  CHECK(mixed[0].p_beyond == Approx(0.04));
  CHECK(mixed[1].verdict == Equivalence::equivalent);
}

TEST_CASE("equivalence at the edge of the margin is rarely wrong") {
  Uniform uniform(23);
  const int campaigns = 3000;
  int equivalent = 0, different = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> d(20);
    for (double& x : d) x = 1 + uniform.normal();  // just not equivalent, just not beyond
    const EquivalenceFinding finding = test_equivalence(paired_difference(summary(d)), 1.0);
    equivalent += finding.p_equivalent <= 0.05 ? 1 : 0;
    different += finding.p_beyond <= 0.05 ? 1 : 0;
  }
  // 5 % and 2.5 %: the other end of the margin is nine standard errors away.
  CHECK(equivalent / 3000.0 == Approx(0.05).margin(three_errors(0.05, campaigns)));
  CHECK(different / 3000.0 == Approx(0.025).margin(three_errors(0.025, campaigns)));
}
