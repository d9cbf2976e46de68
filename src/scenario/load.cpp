#include "scenario/load.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.hpp"
#include "base/toml_guard.hpp"
#include "scenario/command_csv.hpp"
#include "scenario/controls.hpp"
#include "scenario/describe.hpp"
#include "scenario/document.hpp"
#include "scenario/first_times.hpp"
#include "scenario/observations.hpp"
#include "scenario/points_csv.hpp"
#include "scenario/reader.hpp"
#include "scenario/report.hpp"
#include "scenario/sweep_values.hpp"
#include "scenario/trajectory_csv.hpp"
#include "scenario/validate.hpp"
#include "scenario/vehicle_alone.hpp"
#include "scenario/wind_csv.hpp"
#include "scenario/write.hpp"

namespace montecopter {

namespace {

std::vector<Includable> scenario_includables() { return includables(scenario_description()); }

std::string read_or_throw(const std::string& path, const char* what) {
  std::string why;
  const std::optional<std::string> text = read_text_file(path, why);
  if (text) return *text;
  Diagnostics diagnostics;
  diagnostics.error(path, fmt::format("cannot read the {}", what), why, "");
  diagnostics.throw_if_errors();
  return {};
}

/// Reads a vehicle file as the scenario that includes it and says nothing else.
LoadedVehicle load_vehicle_file(const std::string& path,
                                const std::vector<std::string>& overrides) {
  Report report(path);
  const std::string file = std::filesystem::absolute(path).string();
  const std::string text = "[vehicle]\ninclude = " + toml_quote(file) + "\n";
  const std::optional<toml::table> root =
      read_document(text, path, "", overrides, scenario_includables(), report);
  LoadedVehicle loaded;
  if (root) {
    report.locate_in(*root);
    VehicleAlone alone;
    Reader(report).read(*root, alone);
    Scenario scenario;
    scenario.vehicle = loaded.vehicle = alone.vehicle;
    scenario.environment = loaded.environment = alone.environment;
    validate_environment(scenario, report);
    validate_home(scenario.environment, report);
    validate_vehicle(scenario, report);
  }
  const Diagnostics diagnostics = report.diagnostics();
  diagnostics.throw_if_errors();
  loaded.warnings = diagnostics.problems();
  return loaded;
}

/// The paths in vehicle and environment that a scenario disperses or sweeps.
std::vector<std::string> varied_paths(const Scenario& scenario) {
  std::vector<std::string> paths;
  const auto add = [&](const auto& varied) {
    for (const auto& [path, how] : varied) {
      if (path.starts_with("vehicle.") || path.starts_with("environment.")) paths.push_back(path);
    }
  };
  add(scenario.disperse), add(scenario.sweep);
  return paths;
}

void read_controller_file(Controller& controller, const std::string& base_dir, Report& report) {
  auto* table = std::get_if<CommandTable>(&controller);
  if (table != nullptr && !table->file.empty()) {
    read_command_file(*table, "controller", "rotor_0,rotor_1,rotor_2,rotor_3", base_dir, report);
  }
  SetPointTable* points = set_points(controller);
  if (points != nullptr && !points->file.empty()) {
    read_command_file(*points, "controller.set_points", "roll,pitch,yaw,thrust", base_dir, report);
  }
}

bool is_scenario(const std::string& text) {
  try {
    return !find_too_deep(text) && toml::parse(text).contains("vehicle");
  } catch (const toml::parse_error&) {
    return false;
  }
}

}  // namespace

LoadedVehicle load_vehicle(const std::string& path, const std::vector<std::string>& overrides) {
  LoadedVehicle loaded;
  if (is_scenario(read_or_throw(path, "vehicle"))) {
    const LoadedScenario whole = load_scenario(path, overrides);
    const Scenario& s = whole.scenario;
    loaded.vehicle = s.vehicle, loaded.environment = s.environment;
    loaded.wind = s.wind, loaded.start_m = s.simulation.initial.position_m;
    loaded.warnings = whole.warnings;
    loaded.varied = varied_paths(s);
    loaded.step_s = s.integrator.step_s;
    if (s.integrator.rate_hz) loaded.step_s = s.integrator.rate_hz->period_s();
  } else {
    loaded = load_vehicle_file(path, overrides);
  }
  loaded.name = std::filesystem::path(path).stem().string();
  return loaded;
}

LoadedScenario load_scenario(const std::string& path, const std::vector<std::string>& overrides) {
  const std::string text = read_or_throw(path, "scenario");
  const std::string base_dir = std::filesystem::path(path).parent_path().string();
  return load_scenario_text(text, path, base_dir, overrides);
}

LoadedScenario load_scenario_text(std::string_view text, const std::string& source_name,
                                  const std::string& base_dir,
                                  const std::vector<std::string>& overrides) {
  LoadedScenario loaded;
  loaded.text = std::string(text);
  Scenario& scenario = loaded.scenario;
  Report report(source_name);
  const std::optional<toml::table> root =
      read_document(text, source_name, base_dir, overrides, scenario_includables(), report);
  if (root) {
    report.locate_in(*root);
    scenario.name = std::filesystem::path(source_name).stem().string();
    Reader(report).read(*root, scenario);
    read_controller_file(scenario.controller, base_dir, report);
    if (scenario.trajectory) read_trajectory_file(*scenario.trajectory, base_dir, report);
    for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
      read_wind_file(scenario.wind[i], "wind." + std::to_string(i), base_dir, report);
    }
    read_sweep_values(scenario.sweep, base_dir, report);
    for (auto& [path, distribution] : scenario.disperse) {
      auto* empirical = std::get_if<Dispersed<Truncated<EmpiricalDistribution>>>(&distribution);
      if (empirical == nullptr) continue;
      read_observations(*empirical, append_path("disperse", path), base_dir, report);
    }
    read_points_file(scenario, base_dir, report);
    start_at_zero(scenario);
    validate(scenario, report);
    loaded.controller_at = report.place("controller").text();
  }
  const Diagnostics diagnostics = report.diagnostics();
  diagnostics.throw_if_errors();
  loaded.resolved = write_scenario(scenario);
  loaded.warnings = diagnostics.problems();
  return loaded;
}

}  // namespace montecopter
