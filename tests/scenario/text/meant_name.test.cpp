/// Names by meaning.

#include "scenario/text/meant_name.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "scenario/describe/sections.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("words of the field lead to what does that here") {
  const std::vector<std::string> names = section_names();
  CHECK(meant_name("pid", names) == "controller/px4");
  CHECK(meant_name("PID", names) == "controller/px4");
  CHECK(meant_name("controller/pid", names) == "controller/px4");
  CHECK(meant_name("open-loop", names) == "controller/command_table");
  CHECK(meant_name("kalman", names) == "estimator/ekf");
  CHECK(meant_name("ardupilot", names) == "controller/ardupilot_json");
  CHECK(meant_name("mixer", names) == "rotors");
  CHECK(meant_name("failsafe", names) == "limits");
  CHECK(meant_name("controler", names) == "controller");
  CHECK(meant_name("xyz", names) == std::nullopt);  // was: "wind"
  CHECK_THAT(complaint(with("type = \"command_table\"", "type = \"PID\"")),
             Contains("unknown type 'PID' of 'controller'. Did you mean 'px4'?"));
}

TEST_CASE("a word may have several meanings") {
  CHECK(meanings("Gust") == std::vector<std::string>{"one_minus_cosine", "dryden"});
  CHECK(meanings("autopilot") == std::vector<std::string>{"px4", "px4_mavlink", "ardupilot_json"});
  CHECK(meanings("kalman filter") == std::vector<std::string>{"ekf"});
  CHECK(meanings("px4").empty());
  CHECK(meanings("").empty());
}

TEST_CASE("every synonym leads somewhere, and none is a name itself") {
  std::set<std::string, std::less<>> names;
  for (const std::string& name : section_names()) names.insert(name.substr(name.find('/') + 1));
  for (const Choice& design : design_choices) names.insert(std::string(design.name));
  std::set<std::pair<std::string_view, std::string_view>> pairs;
  for (const Synonym& synonym : synonyms) {
    INFO(synonym.word);
    CHECK(names.count(synonym.name) == 1);
    CHECK(names.count(synonym.word) == 0);
    CHECK(pairs.insert({synonym.word, synonym.name}).second);
    CHECK(std::all_of(synonym.word.begin(), synonym.word.end(),
                      [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }));
  }
}

}  // namespace
}  // namespace montecopter
