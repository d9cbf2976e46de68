/// Findings of a folder: what they are together, on their way through a pipe, and as annotations.

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <sstream>

#include "results/made_up.hpp"
#include "results/regress/annotations.hpp"
#include "results/regress/last_failed.hpp"

using namespace montecopter;
using montecopter::testing::TempDir;
using montecopter::testing::write_file;

namespace {

regress::Findings of(const std::vector<regress::Verdict>& verdicts) {
  regress::Findings findings{.folder = "f", .cases = {}};
  for (const regress::Verdict verdict : verdicts) {
    findings.cases.push_back(
        {.name = fmt::format("case{}", findings.cases.size()), .verdict = verdict});
  }
  return findings;
}

}  // namespace

TEST_CASE("the worst verdict decides: io, then refused, then no") {
  CHECK(of({regress::Verdict::same, regress::Verdict::within, regress::Verdict::equivalent})
            .exit_code() == ExitCode::ok);
  CHECK(of({regress::Verdict::same, regress::Verdict::differs}).exit_code() == ExitCode::no);
  CHECK(of({regress::Verdict::missing, regress::Verdict::differs}).exit_code() ==
        ExitCode::refused);
  CHECK(of({regress::Verdict::changed, regress::Verdict::broken, regress::Verdict::differs})
            .exit_code() == ExitCode::io);
  const regress::Findings some =
      of({regress::Verdict::same, regress::Verdict::same, regress::Verdict::differs});
  CHECK(some.count(regress::Verdict::same) == 2);
  CHECK(some.summary() == "3 scenarios: 2 same, 1 differs");
}

TEST_CASE("the means of a metric that moved have the digits that tell them apart") {
  const auto worst = [](double was, double is) {
    regress::WhatChanged changes;
    changes.ok_was = changes.ok_is = 20;
    changes.metrics = {{"speed", "m s-1", was, is, 0.1, 0.2, 4, "margins"}};
    return changes.worst();
  };
  CHECK(worst(1, 2).starts_with("speed: 1.000 -> 2.000 m s-1 ("));
  CHECK(worst(4.816931, 4.816857).starts_with("speed: 4.81693 -> 4.81686 m s-1 ("));
  CHECK(worst(1, 1 + 1e-12).starts_with("speed: 1.00000000 -> 1.00000000 m s-1 ("));
}

TEST_CASE("an examination comes out of the pipe as it went in, and a part of one is refused") {
  // Each member has a number or text of its own.
  const regress::Examination there{
      .name = "hover",
      .verdict = regress::Verdict::differs,
      .worst = std::string("a\0b\n", 4),
      .details = "two\nlines",
      .changed_keys = {"x: 1 against 2", ""},
      .permitted_keys = {"y: 3 against 4"},
      .key_places = {"a.toml:7", ""},
      .programs = {"3f2a", "9c0d"},
      .changes = {.requirements = {{"tilt", "P >= 0.9", "met", "violated"}},
                  .metrics = {{"speed", "m s-1", 1, 2, 0.5, 1.5, 4, "margins"}},
                  .unmoved = 3,
                  .ok_was = 20,
                  .ok_is = 19,
                  .basis = "20 pairs",
                  .too_few_pairs = true,
                  .left_out = {"x"}},
      .holdings = "all of 3 flights",
      .not_compared = {"", "no trace"},
      .diff_json = "{}",
      .samples = -7,
      .failed = 2,
      .objection = "it diverges",
      .wall_s = 0.1,
      .before = "old",
      .after = "new",
      .golden = std::string(1000, '\xff')};
  const std::string packed = regress::pack(there);
  CHECK(regress::unpack(packed) == there);
  for (const std::size_t size : {std::size_t{0}, packed.size() / 2, packed.size() - 1}) {
    CHECK_THROWS_AS(regress::unpack(packed.substr(0, size)), Error);
  }
}

TEST_CASE("annotations are workflow commands of GitHub, ten at most") {
  const TempDir dir;
  write_file(dir / "a,b.toml", "# a comment\n\nschema = 1\n");
  regress::Findings findings = of({regress::Verdict::same, regress::Verdict::differs});
  findings.cases[1].name = "a,b";
  findings.cases[1].worst = "100 % of\nit: all";
  const auto scenario_of = [&](const regress::Examination&) { return dir / "a,b.toml"; };
  // docs.github.com: %, line ends, and in properties : and , are escaped.
  CHECK(regress::annotations(findings, scenario_of) ==
        "::error title=montecopter regress::2 scenarios: 1 same, 1 differs\n::error file=" +
            dir.path() + "/a%2Cb.toml,line=3,title=a%2Cb%3A differs::100 %25 of%0Ait: all\n");
  const std::string many =
      regress::annotations(of(std::vector(20, regress::Verdict::missing)), scenario_of);
  CHECK(std::count(many.begin(), many.end(), '\n') == 10);
}

TEST_CASE("annotations are at the keys that changed and at the errors of a scenario") {
  const TempDir dir;
  const std::string path = dir / "a.toml";
  write_file(path,
             "schema = 1\n\n[vehicle]\ninclude = \"iris.toml\"\n\n[simulation]\nduration_s = 1\n");
  const auto lines_of = [&](const regress::Examination& one) {
    regress::Findings findings = of({one.verdict});
    findings.cases = {one};
    std::vector<std::string> lines;
    std::istringstream text(regress::annotations(findings, [&](const auto&) { return path; }));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    lines.erase(lines.begin());  // the summary
    return lines;
  };
  const std::string begin = "::error file=" + path + ",line=";
  // The file that [vehicle] includes has its mass; nothing here has an integrator.
  CHECK(lines_of({.name = "a",
                  .verdict = regress::Verdict::changed,
                  .changed_keys = {"simulation.duration_s: 2.0 against 1.0",
                                   "vehicle.mass_kg: 1.5 against 1.6",
                                   "integrator.rate_hz: 1 against 2"},
                  .key_places = {path + ":7", path + ":3", ""}}) ==
        std::vector<std::string>{
            begin + "7,title=a%3A changed::simulation.duration_s: 2.0 against 1.0",
            begin + "3,title=a%3A changed::vehicle.mass_kg: 1.5 against 1.6",
            begin + "1,title=a%3A changed::integrator.rate_hz: 1 against 2"});
  // Two messages of `montecopter check`: the warning is no reason to refuse.
  CHECK(
      lines_of({.name = "a",
                .verdict = regress::Verdict::refused,
                .worst = "why",
                .details = path + ":4:1: warning: odd.\niris.toml:12:3: error: no such key."}) ==
      std::vector<std::string>{"::error file=iris.toml,line=12,title=a%3A refused::no such key."});
  CHECK(lines_of(
            {.name = "a", .verdict = regress::Verdict::refused, .worst = "why", .details = "x"}) ==
        std::vector<std::string>{begin + "1,title=a%3A refused::why"});
}

TEST_CASE("which cases failed is kept in a folder that git ignores") {
  const TempDir dir;
  CHECK_FALSE(regress::read_last_failed(dir.path()));
  REQUIRE(regress::write_last_failed(dir.path(), {"b", "a c"}));
  CHECK(regress::read_last_failed(dir.path()) == std::vector<std::string>{"b", "a c"});
  REQUIRE(regress::write_last_failed(dir.path(), {}));
  CHECK(regress::read_last_failed(dir.path()) == std::vector<std::string>{});
  CHECK(testing::read_file(dir / ".montecopter/.gitignore") == "*\n");
  CHECK_FALSE(regress::write_last_failed(dir / "none", {"a"}));
}
