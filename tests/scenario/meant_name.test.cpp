/// Names by meaning.

#include "scenario/meant_name.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "scenario/example.hpp"
#include "scenario/sections.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("words of the field lead to what does that here") {
  const auto of_models = [](const char* name) {
    try {
      find_sections(name);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(of_models("pid"), Contains("Perhaps 'controller/px4' is meant."));
  CHECK_THAT(of_models("PID"), Contains("Perhaps 'controller/px4' is meant."));
  CHECK_THAT(of_models("open-loop"), Contains("Perhaps 'controller/command_table' is meant."));
  CHECK_THAT(of_models("kalman"), Contains("Perhaps 'estimator/ekf' is meant."));
  CHECK_THAT(of_models("controler"), Contains("Perhaps 'controller' is meant."));
  CHECK_THAT(of_models("xyz"), Contains("`montecopter models` lists all."));  // was: "wind"
  CHECK_THAT(complaint(with("type = \"command_table\"", "type = \"PID\"")),
             Contains("unknown type 'PID' of 'controller'. Perhaps 'px4' is meant."));
}

TEST_CASE("every synonym leads somewhere, and none is a name itself") {
  std::set<std::string, std::less<>> names;
  for (const std::string& name : section_names()) names.insert(name.substr(name.find('/') + 1));
  std::set<std::string_view> words;
  for (const Synonym& synonym : synonyms) {
    INFO(synonym.word);
    CHECK(names.count(synonym.name) == 1);
    CHECK(names.count(synonym.word) == 0);
    CHECK(words.insert(synonym.word).second);
    CHECK(std::all_of(synonym.word.begin(), synonym.word.end(),
                      [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }));
  }
}

}  // namespace
}  // namespace montecopter
