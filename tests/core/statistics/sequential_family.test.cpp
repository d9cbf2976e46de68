#include "core/statistics/sequential_family.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/statistics/holm.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

constexpr int campaigns = 700;
constexpr std::size_t block = 64, blocks = 16;
constexpr ProportionClaim claim{Side::at_least, 0.9, 0.95};

/// Events of one claim in each block of a campaign, counted from its start.
std::vector<std::size_t> counts(Uniform& uniform, double probability) {
  std::vector<std::size_t> k(blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    k[b] = (b == 0 ? 0 : k[b - 1]) + uniform.events(block, probability);
  }
  return k;
}

/// Looks after each block at all claims that are undecided, as `run --until decided` does.
std::vector<Verdict> looked_at(const std::vector<std::vector<std::size_t>>& k) {
  SequentialFamily family(std::vector<double>(k.size(), claim.confidence));
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t i = 0; i < k.size(); ++i) {
      if (family.verdict(i) != Verdict::undecided) continue;
      const SequentialFinding found = look(claim, k[i][b], (b + 1) * block);
      family.look(i, sequential_p_value(found.for_met), sequential_p_value(found.for_violated));
    }
    family.judge();
  }
  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < k.size(); ++i) verdicts.push_back(family.verdict(i));
  return verdicts;
}

/// The same by Holm's method on p-values that are meant for one look.
std::vector<Verdict> looked_at_naively(const std::vector<std::vector<std::size_t>>& k) {
  std::vector<Verdict> verdicts(k.size(), Verdict::undecided);
  std::vector<Finding> findings(k.size());
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t i = 0; i < k.size(); ++i) {
      if (verdicts[i] == Verdict::undecided) findings[i] = judge(claim, k[i][b], (b + 1) * block);
    }
    const std::vector<FamilyMember> members = judge_family(findings, claim.confidence);
    for (std::size_t i = 0; i < k.size(); ++i) {
      if (verdicts[i] == Verdict::undecided) verdicts[i] = members[i].verdict;
    }
  }
  return verdicts;
}

}  // namespace

TEST_CASE("no claim of a family is called wrongly in more than 5 % of all campaigns", "[slow]") {
  // Three claims that just do not hold (or just hold, of "violated"), three that hold by far, whose
  // verdicts make the others easier, and one that fails by far. The first two share all of their
  // draws, for nothing is assumed of their dependence.
  Uniform uniform(20251);
  int met = 0, violated = 0, naive = 0, found = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<std::vector<std::size_t>> k;
    const std::vector<std::size_t> shared = counts(uniform, claim.bound);
    for (int i = 0; i < 3; ++i) k.push_back(i < 2 ? shared : counts(uniform, claim.bound));
    for (int i = 0; i < 3; ++i) k.push_back(counts(uniform, 0.99));
    k.push_back(counts(uniform, 0.75));
    const std::vector<Verdict> verdicts = looked_at(k), naively = looked_at_naively(k);
    const auto any = [](const std::vector<Verdict>& all, Verdict verdict) {
      return all[0] == verdict || all[1] == verdict || all[2] == verdict;
    };
    met += any(verdicts, Verdict::met);
    violated += any(verdicts, Verdict::violated);
    naive += any(naively, Verdict::met) || any(naively, Verdict::violated);
    found += verdicts[3] == Verdict::met && verdicts[6] == Verdict::violated;
  }
  CHECK(met <= 0.05 * campaigns);
  CHECK(violated <= 0.05 * campaigns);
  CHECK(found > 0.9 * campaigns);  // those that are far from their bounds
  // Both errors together may be 10 %; three standard errors more are no chance.
  CHECK(naive > 0.1 * campaigns + 3 * std::sqrt(0.1 * 0.9 * campaigns));
}

TEST_CASE("a family of one is the test alone, and verdicts stand") {
  SequentialFamily family({0.95});
  family.look(0, 0.06, 1);
  family.judge();
  CHECK(family.verdict(0) == Verdict::undecided);
  family.look(0, 0.05, 1);
  family.judge();
  CHECK(family.verdict(0) == Verdict::met);
  family.look(0, 1, 0);
  family.judge();
  CHECK(family.verdict(0) == Verdict::met);
}

TEST_CASE("the smallest p-value so far counts, among those of all claims") {
  SequentialFamily family({0.95, 0.95, 0.9});
  family.look(0, 0.02, 1);  // 3 * 0.02 > 0.05
  family.look(1, 0.03, 1);
  family.look(2, 1, 0.04);  // violated: 3 * 0.04 > 0.1
  family.judge();
  for (std::size_t i = 0; i < 3; ++i) CHECK(family.verdict(i) == Verdict::undecided);
  family.look(0, 0.5, 1);   // no evidence is lost
  family.look(1, 0.01, 1);  // 3 * 0.01 <= 0.05, and then 2 * 0.02 <= 0.05
  family.look(2, 1, 0.03);
  family.judge();
  CHECK(family.verdict(0) == Verdict::met);
  CHECK(family.verdict(1) == Verdict::met);
  CHECK(family.verdict(2) == Verdict::violated);
}
