#include <catch2/catch.hpp>

#include <limits>

#include "base/text.hpp"
#include "compare/mutated.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

compare::Report made_up() {
  compare::Report report;
  report.file_a = "a.h5";
  report.file_b = "b \"2\".h5";
  report.problems = {"b.h5 is not complete: 1 of 9 samples not run"};
  compare::SignalReport gone;
  gone.name = std::string("velocity");
  gone.verdict = compare::Verdict::missing;
  gone.reason = std::string("only in a.h5");
  compare::SignalReport off;
  off.name = std::string("position");
  off.verdict = compare::Verdict::differs;
  off.unit = std::string("m");
  off.tolerance.abs = 1e-9;
  off.tally = {.compared = 100,
               .unequal = 3,
               .differing = 2,
               .nan_against_number = 0,
               .max_abs = 0.25,
               .max_rel = 0.125,
               .first_unequal = 3,
               .first_differing = 4,
               .first_a = 2,
               .first_b = 2.25};
  off.first = compare::Place{7, 0.5, "sample 7, time 0.5 s, axis 1", "2", "2.25"};
  compare::SignalReport same;
  same.name = std::string("time");
  report.signals = {gone, off, same};
  report.digest = compare::DigestReport{1, 7, 2, 750, 0.75, "1 of 9 samples flew differently"};
  return report;
}

}  // namespace

TEST_CASE("the report as text") {
  CHECK(compare::report_text(made_up()) ==
        R"(b.h5 is not complete: 1 of 9 samples not run
signal    verdict  max |a-b|  tolerance  differing  first divergence
velocity  missing  -          -          -          only in a.h5
position  differs  0.25 m     abs 1e-09  2 of 100   sample 7, time 0.5 s, axis 1: 2 against 2.25
digest: 1 of 9 samples flew differently
1 signal the same
differs: a.h5 and b "2".h5 (2 signals different)
)");
  compare::Report trusted = made_up();
  trusted.verified = false;
  CHECK_THAT(compare::report_text(trusted),
             Catch::EndsWith("(2 signals different) (not verified)\n"));
  CHECK_THAT(compare::report_json(trusted), Catch::Contains("\"verified\": false"));
  compare::Report good;
  good.file_a = "a.h5";
  good.file_b = "b.h5";
  good.signals.resize(2);
  CHECK(compare::report_text(good) == "2 signals the same\nsame: a.h5 and b.h5\n");
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
  compare::Report report = made_up();
  report.signals[1].name = "digest";
  CHECK_THAT(compare::report_json(report), Catch::Contains("\"max_abs\": null, \"max_rel\": null"));
}

TEST_CASE("the report as JSON") {
  const std::string json = compare::report_json(made_up());
  for (
      const char* part :
      {R"("b": "b \"2\".h5", "verdict": "differs", "verified": true)",
       R"("name": "velocity", "verdict": "missing")", R"("differing": 2)",
       R"("first": {"sample": 7, "time_s": 0.5, "text": "sample 7)", R"("first": null)",
       R"("digest": {"samples": 1, "first_sample": 7, "checkpoint": 2, "step": 750, "time_s": 0.75,)"}) {
    CHECK_THAT(json, Catch::Contains(part));
  }
}
