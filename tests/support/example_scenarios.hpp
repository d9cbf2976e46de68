#pragma once
/// The example of a type, in a complete scenario that it suits.

#include <string>
#include <vector>

#include "scenario/describe/toml_example.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {

/// Every type of every kind of table.
inline std::vector<Section> every_type() {
  std::vector<Section> all;
  for (const std::string& name : section_names()) {
    for (Section& section : find_sections(name)) {
      if (section_name(section) == name) all.push_back(std::move(section));
    }
  }
  return all;
}

/// A scenario with this table, which begins with its header, of a type.
inline ScenarioBuilder scenario_with(const Section& section, const std::string& example) {
  ScenarioBuilder scenario = ScenarioBuilder::empty();
  if (section.type == "helicopter") {
    return scenario
        .put("[controller]\ntype = \"command_table\"\nrows = [[0, 1030, 0, 0, -205, 730]]\n")
        .put(example);
  }
  const bool is_open = ScenarioBuilder::table_of(example).starts_with("vehicle") ||
                       section.type == "command_table" || section.type == "rate";
  scenario = is_open ? ScenarioBuilder::quadrotor() : ScenarioBuilder::loop();
  if (section.type == "battery_sag") scenario.put_battery();
  if (section.kind == "heading" && section.type == "rows") {
    scenario.put(
        "[trajectory]\ntype = \"sampled\"\n"
        "rows = [[0, 0, 0, -3, 0], [1, 1, 0, -3, 10], [2, 2, 0, -3, 20]]\n");
  }
  return scenario.put(example);
}

}  // namespace montecopter
