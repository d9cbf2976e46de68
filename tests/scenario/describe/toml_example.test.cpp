/// Every example of a type is put into a complete scenario, which has to load.

#include "scenario/describe/toml_example.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "scenario/describe/example_values.hpp"
#include "scenario/text/report.hpp"
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

bool shows(const std::string& example, const ExampleKey& value) {
  return example.find(fmt::format("{} = {}", value.key, value.value)) != std::string::npos;
}

TEST_CASE("every value of examples is shown, and lines fit into a terminal") {
  std::string all;
  for (const Section& section : every_type()) all += toml_example(section);
  for (const Section& section : every_type()) {
    // The example of a part of a type is shown within that of the type.
    const std::string own = toml_example(section);
    if (section.table->schema == nullptr) continue;
    for (const ExampleKey& value : section.table->schema->example) {
      INFO(section_name(section) << " " << value.key);
      CHECK(shows(own.empty() ? all : own, value));
    }
  }
  for (const ExampleKey& value : example_values) {
    INFO(value.key);
    CHECK(shows(all, value));
  }
  std::size_t start = 0;
  for (std::size_t end; (end = all.find('\n', start)) != std::string::npos; start = end + 1) {
    CHECK(end - start <= 80);
  }
}

}  // namespace
}  // namespace montecopter
