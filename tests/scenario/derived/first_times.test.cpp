/// Tables of times that begin at 0 but for what a subtraction has left.

#include "scenario/derived/first_times.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "dynamics/controllers/controller.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const std::string examples = std::string(MONTECOPTER_SCENARIOS) + "/examples/";

TEST_CASE("a first time that is zero but for rounding is zero") {
  // 1.97e-15 s is what subtracting one time of a day from itself, in two units, has left.
  for (const char* first : {"1.97e-15", "-1.97e-15", "1e-9", "0"}) {
    INFO(first);
    const LoadedScenario loaded =
        load(with("[[0, 1000, 1000]", fmt::format("[[{}, 1000, 1000]", first)));
    CHECK(std::get<CommandTable>(*loaded.scenario.controller).rows[0][0] == 0.0);
    CHECK(loaded.resolved == load(small_scenario).resolved);
  }
}

TEST_CASE("a first time that is another is refused with the way out") {
  CHECK_THAT(
      complaint(with("[[0, 1000, 1000]", "[[0.25, 1000, 1000]")),
      Contains("the first row is at 0.25, not at 0") && Contains("Subtract 0.25 from all times"));
  CHECK_THAT(complaint(with("[[0, 1000, 1000]", "[[2e-9, 1000, 1000]")),
             Contains("not at 0") && Contains("Subtract 2e-09 from all times"));
}

TEST_CASE("first times of trajectories and headings are forgiven as much") {
  const std::string lee = examples + "lee-helix.toml";
  const auto fly = [&](const std::string& trajectory) {
    return load_scenario(lee, {"trajectory=" + trajectory}).resolved;
  };
  const std::string rows = "rows=[[{}, 0, 0, 0], [1, 1, 0, 0], [2, 2, 0, 0], [20, 2, 1, 0]]";
  const std::string heading = "heading={{type=\"profile\", times_s=[{}, 3], angles_rad=[0, 1]}}";
  const auto sampled = [&](const char* first) {
    return "{type=\"sampled\", " + fmt::format(fmt::runtime(rows), first) + "}";
  };
  const auto hover = [&](const char* first) {
    return "{type=\"hover\", position_m=[0, 0, 0], " + fmt::format(fmt::runtime(heading), first) +
           "}";
  };
  CHECK(fly(sampled("1.97e-15")) == fly(sampled("0")));
  CHECK(fly(hover("1.97e-15")) == fly(hover("0")));
  CHECK_THROWS_WITH(fly(sampled("0.5")), Contains("Subtract 0.5 from all times"));
  CHECK_THROWS_WITH(fly(hover("0.5")), Contains("Subtract 0.5 from all times"));
}

}  // namespace
}  // namespace montecopter
