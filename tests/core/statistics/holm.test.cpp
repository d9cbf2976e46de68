#include "core/statistics/holm.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

TEST_CASE("Holm's worked example") {
  // Four hypotheses with p = 0.01, 0.04, 0.03, 0.005 at 5 %: 0.005 <= 0.05/4 and 0.01 <= 0.05/3 are
  // rejected, 0.03 > 0.05/2 stops. 4 x 0.005, 3 x 0.01, 2 x 0.03, max(2 x 0.03, 0.04).
  const double p[] = {0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = holm(p);
  CHECK(adjusted[0] == Approx(0.03));
  CHECK(adjusted[1] == Approx(0.06));
  CHECK(adjusted[2] == Approx(0.06));
  CHECK(adjusted[3] == Approx(0.02));
}

TEST_CASE("Holm's method is the closed test of Bonferroni's") {
  // Marcus, Peritz & Gabriel, Biometrika 63 (1976) 655: a hypothesis is rejected if every
  // intersection of hypotheses it is part of is, here by m min(p) <= alpha.
  Uniform uniform(7);
  for (int repeat = 0; repeat < 50; ++repeat) {
    double p[6];
    for (double& x : p) x = std::pow(uniform(), 3);
    if (repeat % 5 == 0) p[3] = p[1];  // ties
    const std::vector<double> adjusted = holm(p);
    for (int i = 0; i < 6; ++i) {
      double largest = 0;
      for (int set = 0; set < 64; ++set) {
        if ((set >> i & 1) == 0) continue;
        double size = 0, smallest = 1;
        for (int j = 0; j < 6; ++j) {
          if ((set >> j & 1) == 0) continue;
          ++size;
          smallest = std::min(smallest, p[j]);
        }
        largest = std::max(largest, std::min(1.0, size * smallest));
      }
      CHECK(adjusted[static_cast<std::size_t>(i)] == Approx(largest).epsilon(1e-15));
    }
  }
}

TEST_CASE("families of none, of one, and of what is not known") {
  CHECK(holm({}).empty());
  const double one[] = {0.2};
  CHECK(holm(one)[0] == 0.2);
  const double unknown[] = {std::nan(""), 0.01};
  CHECK(holm(unknown)[0] == 1);
  CHECK(holm(unknown)[1] == 0.02);
}

TEST_CASE("a family is harder to meet than its members") {
  // 59 of 59 meet 95 % with 95 % alone, p = 0.95^59 = 0.0485. With others it takes more.
  const ProportionClaim claim{Side::at_least, 0.95, 0.95};
  const std::vector<Finding> findings = {judge(claim, 59, 59), judge(claim, 100, 100),
                                         judge(claim, 40, 59), judge(claim, 58, 59)};
  CHECK(findings[0].verdict == Verdict::met);
  const std::vector<FamilyMember> members = judge_family(findings, 0.95);
  CHECK(members[0].verdict == Verdict::undecided);  // 3 x 0.0485
  CHECK(members[0].p_met == Approx(3 * std::pow(0.95, 59)));
  CHECK(members[1].verdict == Verdict::met);  // 4 x 0.0059
  CHECK(members[1].p_met == Approx(4 * std::pow(0.95, 100)));
  CHECK(members[2].verdict == Verdict::violated);
  CHECK(members[3].verdict == Verdict::undecided);
  const std::vector<FamilyMember> alone = judge_family(std::vector{findings[0]}, 0.95);
  CHECK(alone[0].verdict == Verdict::met);
}

TEST_CASE("a family errs as rarely as it says") {
  // Five claims at the edge of being true or false: any "met" of a false one is an error.
  Uniform uniform(11);
  const int campaigns = 2000;
  int wrongly_met = 0, wrongly_violated = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<Finding> findings;
    for (int i = 0; i < 5; ++i) {
      Finding finding;
      const std::size_t k = uniform.events(60, 0.8);
      const BinomialTails tails = binomial_tails(k, 60, 0.8);  // "at least 80 %"
      finding.p_met = tails.at_least;
      finding.p_violated = tails.at_most;
      findings.push_back(finding);
    }
    bool any_met = false, any_violated = false;
    for (const FamilyMember& member : judge_family(findings, 0.95)) {
      any_met = any_met || member.verdict == Verdict::met;
      any_violated = any_violated || member.verdict == Verdict::violated;
    }
    wrongly_met += any_met ? 1 : 0;
    wrongly_violated += any_violated ? 1 : 0;
  }
  CHECK(wrongly_met <= campaigns * (0.05 + three_errors(0.05, campaigns)));
  CHECK(wrongly_violated <= campaigns * (0.05 + three_errors(0.05, campaigns)));
}
