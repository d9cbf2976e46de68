#include <catch2/catch.hpp>

#include <limits>

#include "core/base/text.hpp"
#include "results/diff/mutated.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

diff::Report made_up() {
  diff::Report report;
  report.file_a = "a.h5";
  report.file_b = "b \"2\".h5";
  report.problems = {"b.h5 is not complete: 1 of 9 samples not run"};
  diff::SignalReport gone;
  gone.name = std::string("velocity");
  gone.verdict = diff::Verdict::missing;
  gone.reason = std::string("only in a.h5");
  diff::SignalReport off;
  off.name = std::string("position");
  off.verdict = diff::Verdict::differs;
  off.unit = std::string("m");
  off.tolerance.abs = 1e-9;
  off.tally.compared = 100;
  off.tally.unequal = 3;
  off.tally.differing = 2;
  off.tally.max_abs = off.tally.max_distance = 0.25;
  off.tally.max_rel = 0.125;
  off.tally.first_unequal = 3;
  off.tally.first_differing = 4;
  off.tally.rows_unequal = off.tally.rows_differing = 1;
  off.tally.finite = 100;
  off.tally.sum_squares = 0.25;
  off.tally.largest = diff::ValuePair{5, 3, 3.25};
  off.rows = 9;
  off.first = diff::Place{.sample = 7,
                          .time_s = 0.5,
                          .step = 500,
                          .component = "1",
                          .text = "sample 7, time 0.5 s (step 500), axis 1",
                          .a = "2",
                          .b = "2.25"};
  off.largest = diff::Place{
      .sample = 7, .time_s = 2.0, .text = "sample 7, time 2 s, axis 1", .a = "3", .b = "3.25"};
  off.growth = diff::Growth{.kind = diff::GrowthKind::exponential,
                            .from_s = 0.5,
                            .to_s = 2,
                            .first = 1e-3,
                            .largest = 0.25,
                            .points = 40,
                            .doubling_s = 0.2,
                            .determination = 0.99};
  off.growth_sample = 7;
  diff::SignalReport same;
  same.name = std::string("time");
  report.signals = {gone, off, same};
  report.digest = diff::DigestReport{1, 7, 2, 750, 0.75, "1 of 9 samples flew differently"};
  report.moved_first =
      diff::MovedFirst{{"position"}, 0.5, 500, 7, "position, at 0.5 s (step 500) of sample 7"};
  return report;
}

}  // namespace

TEST_CASE("the report as text") {
  CHECK(diff::report_text(made_up()) ==
        R"(b.h5 is not complete: 1 of 9 samples not run
signal    verdict  max |a-b|  tolerance  differing  first divergence
velocity  missing  -          -          -          only in a.h5
position  differs  0.25 m     abs 1e-09  2 of 100   sample 7, time 0.5 s (step 500), axis 1: 2 against 2.25
position: largest 0.25 m at sample 7, time 2 s, axis 1: 3 against 3.25; RMS 0.05 m; in 1 of 9 samples
  grows exponentially from 0.001 m at 0.5 s to 0.25 m at 2 s, doubling every 0.2 s (R2 0.99), in sample 7
diverged first: position, at 0.5 s (step 500) of sample 7
digest: 1 of 9 samples flew differently
1 signal the same
differs: a.h5 and b "2".h5 (2 signals different)
)");
  diff::Report trusted = made_up();
  trusted.verified = false;
  CHECK_THAT(diff::report_text(trusted), Catch::EndsWith("(2 signals different) (not verified)\n"));
  CHECK_THAT(diff::report_json(trusted), Catch::Contains("\"verified\": false"));
  trusted.verified = false;
  trusted.trusted_hashes = true;
  CHECK_THAT(diff::report_text(trusted),
             Catch::Contains("(by their stored content hashes, which were not verified)"));
  diff::Report partly = made_up();
  partly.signals[2].verdict = diff::Verdict::ignored;
  partly.signals[2].reason = "not today";
  CHECK_THAT(diff::report_text(partly),
             Catch::Contains("time      ignored") && Catch::EndsWith("(1 signal ignored)\n"));
  diff::Report good;
  good.file_a = "a.h5";
  good.file_b = "b.h5";
  good.signals.resize(2);
  CHECK(diff::report_text(good) == "2 signals the same\nsame: a.h5 and b.h5\n");
}

TEST_CASE("numbers and texts as JSON") {
  CHECK(json_number(0.1) == "0.1");
  CHECK(json_number(-3) == "-3.0");
  CHECK(json_number(1e300) == "1e+300");
  CHECK(json_number(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(json_number(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(json_quote("a\"\\\n\x01") == R"("a\"\\\n\u0001")");
}

TEST_CASE("hashes have no distance") {
  diff::Report report = made_up();
  report.signals[1].name = "digest";
  CHECK_THAT(diff::report_json(report), Catch::Contains("\"max_abs\": null, \"max_rel\": null"));
}

TEST_CASE("the report as JSON") {
  const std::string json = diff::report_json(made_up());
  for (
      const char* part :
      {R"("b": "b \"2\".h5", "verdict": "differs", "verified": true)",
       R"("name": "velocity", "verdict": "missing")", R"("differing": 2)",
       R"("first": {"sample": 7, "time_s": 0.5, "step": 500, "component": "1", "text": "sample 7)",
       R"("first": null)",
       R"("rms": 0.05, "distance_unit": "m", "effect": 0.0, "samples": 9, "samples_unequal": 1)",
       R"("growth": {"kind": "exponential", "sample": 7, "from_s": 0.5)",
       R"("missing": ["velocity"])",
       R"("moved_first": {"signals": ["position"], "time_s": 0.5, "step": 500, "sample": 7)",
       R"("digest": {"samples": 1, "first_sample": 7, "checkpoint": 2, "step": 750, "time_s": 0.75,)"}) {
    CHECK_THAT(json, Catch::Contains(part));
  }
}
