/// What a number of samples can show.

#include "core/statistics/what_samples_show.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "core/statistics/holm.hpp"
#include "core/statistics/sample_size.hpp"

namespace montecopter::statistics {
namespace {

const ProportionClaim most{Side::at_least, 0.99, 0.95};

TEST_CASE("the numbers of failures that still prove a claim are those of Wilks") {
  // 299, 473, 628 samples with 0, 1, 2 failures prove P >= 0.99 at 95 %, and one sample less does
  // not: Conover, Practical Nonparametric Statistics, 3rd ed. (1999), table A6.
  for (const auto& [n, failures] : {std::pair{299, 0}, {473, 1}, {628, 2}}) {
    CHECK(deciding_counts(most, n).met_up_to == failures);
    const auto less = deciding_counts(most, n - 1).met_up_to;
    CHECK(less.has_value() == (failures > 0));
    if (less) CHECK(*less + 1 == std::size_t(failures));
  }
  CHECK_FALSE(deciding_counts(most, 10).met_up_to);
  CHECK_FALSE(deciding_counts(most, 0).violated_from);
}

TEST_CASE("each count decides as it says, and its neighbour does not") {
  for (const std::size_t n : {1, 50, 300, 1000, 5000}) {
    const DecidingCounts counts = deciding_counts(most, n);
    if (counts.met_up_to) {
      CHECK(judge(most, n - *counts.met_up_to, n).verdict == Verdict::met);
      CHECK(judge(most, n - *counts.met_up_to - 1, n).verdict != Verdict::met);
    }
    REQUIRE(counts.violated_from);  // even one failure in one sample: 0.01 < 0.05
    CHECK(judge(most, n - *counts.violated_from, n).verdict == Verdict::violated);
    CHECK((*counts.violated_from == 0 ||
           judge(most, n - *counts.violated_from + 1, n).verdict != Verdict::violated));
  }
}

TEST_CASE("a member of a family is decided between both ends of it") {
  const ProportionClaim claim{Side::at_least, 0.9, 0.95};
  const std::size_t n = 100, m = 8;
  const FamilyCounts counts = deciding_counts_of_member(claim, n, m);
  // The verdict with so many failures if all others have `others` of them.
  const auto verdict = [&](std::size_t failures, std::size_t others) {
    std::vector<Finding> findings(m, judge(claim, n - others, n));
    findings[0] = judge(claim, n - failures, n);
    return judge_family(findings, claim.confidence)[0].verdict;
  };
  const std::size_t first_met = counts.first.met_up_to.value(),
                    last_met = counts.last.met_up_to.value();
  CHECK((first_met == 2 && last_met == 4));
  for (std::size_t others = 0; others <= n; ++others) {
    CHECK(verdict(first_met, others) == Verdict::met);
    CHECK(verdict(last_met + 1, others) != Verdict::met);
    CHECK(verdict(*counts.first.violated_from, others) == Verdict::violated);
    CHECK(verdict(*counts.last.violated_from - 1, others) != Verdict::violated);
  }
  CHECK(verdict(first_met + 1, 10) == Verdict::undecided);
  CHECK(verdict(last_met, 0) == Verdict::met);
  CHECK(verdict(*counts.first.violated_from - 1, 10) == Verdict::undecided);
  CHECK(verdict(*counts.last.violated_from, n) == Verdict::violated);
  // Alone it is its own family.
  const FamilyCounts alone = deciding_counts_of_member(claim, n, 1);
  CHECK((alone.first.met_up_to == alone.last.met_up_to && alone.last.met_up_to == last_met));
}

}  // namespace
}  // namespace montecopter::statistics
