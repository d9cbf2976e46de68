/// Two campaigns against each other, by differences whose intervals were computed by hand.

#include "results/compare/contrast.hpp"

#include <catch2/catch.hpp>

#include "results/made_up.hpp"
#include "support/small_scenario.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

constexpr std::int64_t campaign_samples = 10;
double mass(std::int64_t i) { return uniform(4, i); }
double before(std::int64_t i) { return 100 + uniform(5, i); }
/// 2 more, and 0.1 more or less in turn.
double after(std::int64_t i) { return before(i) + 2 + (i % 2 == 0 ? 0.1 : -0.1); }

/// The same scenario and mass, with one metric; two samples of B fail, if it is asked for.
struct Both {
  explicit Both(int failed = 0) {
    const auto write = [&](const char* name, const auto& metric, const auto& status) {
      MadeUpResult{
          campaign_samples, {{"in_vehicle.mass_kg", "kg", mass}, {"m_x", "m", metric}}, status}
          .write(dir / name);
    };
    write("a.h5", before, [](std::int64_t) { return Status::ok; });
    write("b.h5", after,
          [failed](std::int64_t i) { return i < failed ? Status::diverged : Status::ok; });
  }
  compare::Contrast with(const compare::Question& question, int seed_of_b = 0) const {
    const auto a = record::ResultFile::open(dir / "a.h5"),
               b = record::ResultFile::open(dir / "b.h5");
    const Samples of_a = read_samples(a), of_b = read_samples(b);
    const Scenario one = load(small_scenario).scenario;
    Scenario other = one;
    other.monte_carlo.seed += seed_of_b;
    return compare::compare_campaigns({a, one, of_a}, {b, other, of_b}, question);
  }
  compare::Contrast within(const char* margin) const {
    compare::Question question;
    question.margins = {std::get<Margin>(parse_margin(margin))};
    return with(question);
  }
  TempDir dir;
};

}  // namespace

TEST_CASE("a paired difference has Student's interval") {
  const compare::Contrast contrast = Both().with({});
  CHECK(contrast.pairing.is_paired);
  CHECK(contrast.pairing.same_inputs == 1);
  REQUIRE(contrast.metrics.size() == 1);
  const compare::MetricContrast& x = contrast.metrics.front();
  CHECK(x.difference.mean == Approx(2).epsilon(1e-13));
  // The standard error is sqrt(0.1 / 9 / 10) = 1/30, and t of 9 degrees of freedom 2.2621572 at
  // 97.5 % (tables).
  CHECK(x.interval.low == Approx(2 - 2.2621572 / 30).epsilon(1e-8));
  CHECK(x.interval.high == Approx(2 + 2.2621572 / 30).epsilon(1e-8));
  REQUIRE(x.paired);
  CHECK(x.paired->larger == 10);
  CHECK(x.paired->sign_p_value == Approx(2.0 / 1024).epsilon(1e-12));
  CHECK(x.differs());
}

TEST_CASE(
    "means are within a margin if their 90 % interval is, and beyond if the 95 % interval is") {
  const Both both;
  // t of 9 degrees of freedom at 95 % is 1.8331129: 1.9389 to 2.0611; at 97.5 %: 1.9246 to 2.0754.
  const compare::Contrast wide = both.within("x=2.07");
  CHECK(wide.margins.front().interval.high == Approx(2 + 1.8331129 / 30).epsilon(1e-8));
  CHECK(wide.margins.front().verdict.verdict == statistics::Equivalence::equivalent);
  CHECK(wide.exit_code() == ExitCode::ok);
  const compare::Contrast close = both.within("x=2.05");
  CHECK(close.margins.front().verdict.verdict == statistics::Equivalence::undecided);
  CHECK(close.exit_code() == ExitCode::inconclusive);
  CHECK(both.within("x=1.93").exit_code() == ExitCode::inconclusive);
  const compare::Contrast narrow = both.within("x=1.92");
  CHECK(narrow.margins.front().verdict.verdict == statistics::Equivalence::different);
  CHECK(narrow.exit_code() == ExitCode::no);
}

TEST_CASE("pairs that ended otherwise are left out of means and counted as passes") {
  const compare::Contrast contrast = Both(2).with({});
  CHECK(contrast.metrics.front().a.n == 8);
  REQUIRE(contrast.passes.size() == 1);
  CHECK(contrast.passes.front().name == "status ok");
  CHECK(contrast.passes.front().a.count == 10);
  CHECK(contrast.passes.front().b.count == 8);
  // McNemar's exact test of two pairs that both changed to the same side: 2 * 0.5^2.
  CHECK(contrast.passes.front().p_value == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("samples of other seeds are no pairs") {
  const compare::Contrast contrast = Both().with({}, 1);
  CHECK_FALSE(contrast.pairing.is_paired);
  CHECK_THAT(contrast.pairing.why_not, Catch::Contains("the seeds are"));
  CHECK(contrast.metrics.front().unpaired);
  // All numbers of B are above those of A: the distributions are as far apart as can be.
  CHECK(contrast.metrics.front().unpaired->distributions.distance == 1);
}

TEST_CASE("a metric that no file has is refused") {
  compare::Question question;
  question.metrics = {"y"};
  CHECK_THROWS_AS(Both().with(question), Error);
}
