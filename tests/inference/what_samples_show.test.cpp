/// What a number of samples can show.

#include "inference/what_samples_show.hpp"

#include <catch2/catch.hpp>

#include "inference/sample_size.hpp"

namespace montecopter::inference {
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

}  // namespace
}  // namespace montecopter::inference
