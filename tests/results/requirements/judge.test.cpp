/// Verdicts of samples of which Wilks' numbers say how many are needed.

#include "results/requirements/judge.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "results/made_up.hpp"
#include "support/small_scenario.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

const std::string lean = R"([requirement.lean]
type = "probability"
metric = "max_tilt_deg"
at_most = 30
probability = 0.95
confidence = 0.95
)";

/// Judges samples of which the first ones tilt by 40 degrees and the others by 20.
struct Judged {
  std::int64_t samples = 0, beyond = 0, diverged = 0, without = 0;
  std::string requirement = lean;

  Judgements all() const {
    const TempDir dir;
    const auto tilt = [this](std::int64_t i) {
      if (i >= samples - without) return std::numeric_limits<double>::quiet_NaN();
      return i < beyond ? 40.0 : 20.0;
    };
    MadeUpResult{samples,
                 {{"m_max_tilt_deg", "degree", tilt}},
                 [this](std::int64_t i) {
                   return i >= beyond && i < beyond + diverged ? Status::diverged : Status::ok;
                 }}
        .write(dir / "a.h5");
    const auto file = record::ResultFile::open(dir / "a.h5");
    return judge(load(small_scenario + requirement).scenario, file, read_samples(file));
  }
  Judgement one() const { return all().rows.at(0); }
};

}  // namespace

TEST_CASE("59 samples without a failure show 95 % with 95 % confidence, and 58 do not") {
  // Wilks (1941): 0.95^59 = 0.0485, 0.95^58 = 0.0510.
  CHECK(Judged{.samples = 58}.one().verdict() == statistics::Verdict::undecided);
  const Judgement met = Judged{.samples = 59}.one();
  CHECK(met.verdict() == statistics::Verdict::met);
  // Clopper and Pearson's bound of n successes in n.
  CHECK(met.finding.low == Approx(std::pow(0.05, 1.0 / 59)).epsilon(1e-12));
  // With one failure 93 are needed: 0.95^93 + 93 * 0.05 * 0.95^92 = 0.0500 (Wilks' table).
  CHECK(Judged{.samples = 92, .beyond = 1}.one().verdict() == statistics::Verdict::undecided);
  CHECK(Judged{.samples = 93, .beyond = 1}.one().verdict() == statistics::Verdict::met);
}

TEST_CASE("failed samples and those without a number do not meet a requirement") {
  const Judgement judged = Judged{.samples = 60, .beyond = 30, .diverged = 5, .without = 3}.one();
  CHECK(judged.flown == 60);
  CHECK(judged.violations.beyond == 30);
  CHECK(judged.violations.failed == 5);
  CHECK(judged.violations.missing == 3);
  CHECK(judged.met() == 22);
  CHECK(judged.finding.estimate == Approx(22.0 / 60).epsilon(1e-15));
  CHECK(judged.verdict() == statistics::Verdict::violated);
}

TEST_CASE("the verdicts of all requirements decide the exit code") {
  CHECK(Judged{.samples = 59}.all().exit_code() == ExitCode::ok);
  CHECK(Judged{.samples = 58}.all().exit_code() == ExitCode::inconclusive);
  const std::string calm = with("lean", "calm", with("at_most = 30", "at_most = 10", lean));
  const Judgements both = Judged{.samples = 59, .requirement = lean + calm}.all();
  REQUIRE(both.rows.size() == 2);
  CHECK(both.rows[0].name == "calm");
  CHECK(both.count(statistics::Verdict::violated) == 1);
  CHECK(both.count(statistics::Verdict::met) == 1);
  CHECK(both.exit_code() == ExitCode::no);
}

TEST_CASE("a requirement on a metric that the file has not is refused") {
  CHECK_THROWS_WITH(
      (Judged{.samples = 20, .requirement = with("max_tilt_deg", "max_speed_m_s", lean)}.all()),
      Catch::Contains("max_speed_m_s"));
}
