/// Groups by name, and what is told of checks that pass and fail.

#include "verify/report.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "core/base/error.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::verify {
namespace {

TEST_CASE("groups are chosen by name, once each, in their own order") {
  CHECK(choose_groups({}).size() == groups().size());
  const auto two = choose_groups({"rigid-body", "known-answers", "rigid-body"});
  REQUIRE(two.size() == 2);
  CHECK(two[0].name == "known-answers");
  CHECK(two[1].name == "rigid-body");
  try {
    choose_groups({"rigid-body", "rigidbody"});
    FAIL("no such group");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(std::string(error.what())
              .find("'rigidbody'. Did you mean 'rigid-body'? Use known-answers, ") !=
          std::string::npos);
  }
}

TEST_CASE("all checks pass on every kernel, and none has the name of another", "[slow]") {
  const Kernel* kernel = GENERATE(from_range(available_kernels()));
  INFO(kernel->name);
  std::vector<std::string> told;
  const auto results = run_checks(
      {.kernel = kernel, .threads = 2, .progress = [&](const Group& group, int place, int count) {
         told.emplace_back(group.name);
         CHECK(place == static_cast<int>(told.size()));
         CHECK(count == static_cast<int>(groups().size()));
       }});
  CHECK(told == group_names());
  for (const GroupResult& result : results) {
    CHECK_FALSE(result.checks.empty());
    std::set<std::string> names;
    for (const Check& check : result.checks) {
      INFO(result.group.name << ": " << check.name << " " << check.figure << " " << check.detail);
      CHECK(check.passed());
      CHECK_FALSE(check.source.empty());
      CHECK(names.insert(check.name).second);
    }
  }
}

TEST_CASE("a failure is in the table, explained below it, and counted") {
  const Group group = {"spin", "turning", nullptr};
  const std::vector<GroupResult> results = {
      {group,
       {{"good", "Euler", 1e-10, "1", 0, 1e-9, {}},
        {"rk4", "nominal order 4", 3.512, "1", 4, 0.2, "errors 1 and 2"},
        {"distance", "Galilei", 2, "m", 0, 1, {}}}}};
  CHECK(count(results).passed == 1);
  CHECK(count(results).failed == 2);
  CHECK(report_text(results) ==
        "group  check      figure    tolerance  verdict\n"
        "spin   good      1.0e-10   <= 1.0e-09     pass\n"
        "spin   rk4         3.512  4.0 +- 0.20     FAIL\n"
        "spin   distance    2.0 m       <= 1.0     FAIL\n"
        "\n"
        "FAIL spin: rk4 is 3.512, but must be 4.0 +- 0.20 (nominal order 4): errors 1 and 2\n"
        "FAIL spin: distance is 2.0 m, but must be <= 1.0 (Galilei)\n"
        "2 of 3 checks failed\n");
  const std::string json = report_json(results, choose_kernel("baseline"));
  for (const char* part : {"\"failed\": 2", "\"passed\": 1", "\"detail\": \"errors 1 and 2\"",
                           "\"unit\": \"m\"", "\"wanted\": 4", "\"lanes\": \"baseline\""}) {
    INFO(part);
    CHECK(json.find(part) != std::string::npos);
  }
}

TEST_CASE("if nothing fails, that is the last line") {
  const std::vector<GroupResult> results = {
      {{"spin", "turning", nullptr}, {{"good", "Euler", 1e-10, "1", 0, 1e-9, {}}}}};
  CHECK(report_text(results) ==
        "group  check   figure   tolerance  verdict\n"
        "spin   good   1.0e-10  <= 1.0e-09     pass\n"
        "\n"
        "all 1 check passed\n");
}

}  // namespace
}  // namespace montecopter::verify
