#include "scenario/load.hpp"

#include <filesystem>

#include "scenario/command_csv.hpp"
#include "scenario/document.hpp"
#include "scenario/observations.hpp"
#include "scenario/reader.hpp"
#include "scenario/report.hpp"
#include "scenario/sweep_values.hpp"
#include "scenario/validate.hpp"
#include "scenario/write.hpp"

namespace montecopter {

LoadedScenario load_scenario(const std::string& path, const std::vector<std::string>& overrides) {
  std::string why;
  const std::optional<std::string> text = read_text_file(path, why);
  if (!text) {
    Diagnostics diagnostics;
    diagnostics.error(path, "cannot read the scenario", why, "");
    diagnostics.throw_if_errors();
  }
  const std::string base_dir = std::filesystem::path(path).parent_path().string();
  return load_scenario_text(*text, path, base_dir, overrides);
}

LoadedScenario load_scenario_text(std::string_view text, const std::string& source_name,
                                  const std::string& base_dir,
                                  const std::vector<std::string>& overrides) {
  LoadedScenario loaded;
  loaded.text = std::string(text);
  Scenario& scenario = loaded.scenario;
  Report report(source_name);
  const std::optional<toml::table> root =
      read_document(text, source_name, base_dir, overrides, report);
  if (root) {
    report.locate_in(*root);
    scenario.name = std::filesystem::path(source_name).stem().string();
    Reader(report).read(*root, scenario);
    auto* table = std::get_if<CommandTable>(&scenario.controller);
    if (table != nullptr && !table->file.empty()) read_command_file(*table, base_dir, report);
    read_sweep_values(scenario.sweep, base_dir, report);
    for (auto& [path, distribution] : scenario.disperse) {
      auto* empirical = std::get_if<Dispersed<Truncated<EmpiricalDistribution>>>(&distribution);
      if (empirical == nullptr) continue;
      read_observations(*empirical, append_path("disperse", path), base_dir, report);
    }
    validate(scenario, report);
  }
  const Diagnostics diagnostics = report.diagnostics();
  diagnostics.throw_if_errors();
  loaded.resolved = write_scenario(scenario);
  loaded.warnings = diagnostics.problems();
  return loaded;
}

}  // namespace montecopter
