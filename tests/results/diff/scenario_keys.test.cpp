#include "results/diff/scenario_keys.hpp"

#include <catch2/catch.hpp>

using namespace montecopter::diff;

namespace {

std::vector<std::string> texts(std::string_view a, std::string_view b) {
  std::vector<std::string> all;
  const auto keys = differing_keys(a, b);
  REQUIRE(keys);
  for (const KeyDifference& key : *keys) all.push_back(key.text());
  return all;
}

}  // namespace

TEST_CASE("keys that differ are named with both values") {
  const char* a = R"(
name = "one"
[vehicle]
mass_kg = 0.1
position_m = [0, 0, -1]
[[wind]]
type = "steady"
[disperse."vehicle.mass_kg"]
sd = 1.0
)";
  const char* b = R"(
name = "one"
[vehicle]
mass_kg = 0.30000000000000004
position_m = [0, 0, -2]
[[wind]]
type = "steady"
[[wind]]
type = "dryden"
[disperse."vehicle.mass_kg"]
sd = 2.0
)";
  CHECK(texts(a, a).empty());
  CHECK(texts(a, b) == std::vector<std::string>{"disperse.\"vehicle.mass_kg\".sd: 1.0 against 2.0",
                                                "vehicle.mass_kg: 0.1 against 0.30000000000000004",
                                                "vehicle.position_m: [0, 0, -1] against [0, 0, -2]",
                                                "wind.1.type: only in the second (\"dryden\")"});
  CHECK(texts("a = {}\n", "a = []\n") == std::vector<std::string>{"a: {} against []"});
}

TEST_CASE("a key that was renamed is found again") {
  CHECK(texts("[controller]\nposition_gain = 2\n", "[controller]\nposition_gains = 2\n") ==
        std::vector<std::string>{"controller.position_gain: only in the first (2); the other has "
                                 "controller.position_gains",
                                 "controller.position_gains: only in the second (2); the other has "
                                 "controller.position_gain"});
}

TEST_CASE("long values are cut around where they part") {
  std::string rows, others;
  for (int i = 0; i < 50; ++i)
    rows += "[1, 2, 3], ", others += i == 40 ? "[1, 2, 4], " : "[1, 2, 3], ";
  const auto keys = differing_keys("rows = [" + rows + "]\n", "rows = [" + others + "]\n");
  REQUIRE(keys->size() == 1);
  const std::string text = keys->front().text();
  CHECK(text.size() < 200);
  CHECK_THAT(text, Catch::Contains("[1, 2, 4]"));
}

TEST_CASE("what is no TOML has no keys") {
  CHECK_FALSE(differing_keys("a = 1", "a ="));
  CHECK(keys_of("a =").empty());
  CHECK(keys_of("a = 1\n[b]\nc = 2\n") == std::vector<std::string>{"a", "b.c"});
}

TEST_CASE("a table permits its keys, with or without quotes") {
  CHECK(permits("vehicle", "vehicle.mass_kg"));
  CHECK(permits("vehicle.mass_kg", "vehicle.mass_kg"));
  CHECK(permits("disperse.vehicle.mass_kg", "disperse.\"vehicle.mass_kg\".sd"));
  CHECK(permits("disperse.\"vehicle.mass_kg\"", "disperse.\"vehicle.mass_kg\".sd"));
  CHECK_FALSE(permits("vehicle.mass", "vehicle.mass_kg"));
  CHECK_FALSE(permits("", "vehicle.mass_kg"));
  CHECK_FALSE(permits("vehicle.mass_kg", "vehicle"));
}
