/// Every example of a type is put into a complete scenario, which has to load.

#include "scenario/toml_example.hpp"

#include <catch2/catch.hpp>

#include "scenario/example_values.hpp"
#include "scenario/report.hpp"
#include "support/example_scenarios.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

TEST_CASE("every type has an example, and every example loads") {
  std::size_t types = 0;
  for (const Section& section : every_type()) {
    const std::string example = toml_example(section);
    INFO(section_name(section) << "\n" << example);
    if (section.type.empty() && types_by_choice(section).empty()) {
      CHECK(example.empty());
      continue;
    }
    REQUIRE_FALSE(example.empty());
    const std::string text = scenario_with(section, example).text();
    INFO(text);
    CHECK(complaint(text) == "");
    ++types;
  }
  CHECK(types > 80);
}

TEST_CASE("every value of examples is used, and lines fit into a terminal") {
  std::string all;
  for (const Section& section : every_type()) all += toml_example(section);
  for (const ExampleValue& value : example_values) {
    INFO(value.owner << " " << value.key);
    CHECK(all.find(std::string(value.key) + " = " + std::string(value.value)) != std::string::npos);
  }
  std::size_t start = 0;
  for (std::size_t end; (end = all.find('\n', start)) != std::string::npos; start = end + 1) {
    CHECK(end - start <= 80);
  }
}

}  // namespace
}  // namespace montecopter
