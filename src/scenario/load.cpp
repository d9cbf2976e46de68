/// ScenarioReader::read() follows the order at the head of load.hpp for one combination of sets.
/// load_scenario_text() calls it for each combination, and writes the resolved text. The functions
/// before it serve single steps; the functions after it load a vehicle alone, sources, and names of
/// files.

#include "scenario/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/checks/masked_overrides.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/first_times.hpp"
#include "scenario/epistemic.hpp"
#include "scenario/files/area_file.hpp"
#include "scenario/files/command_csv.hpp"
#include "scenario/files/observations.hpp"
#include "scenario/files/points_csv.hpp"
#include "scenario/files/program_file.hpp"
#include "scenario/files/recorded_log.hpp"
#include "scenario/files/sweep_values.hpp"
#include "scenario/files/trajectory_csv.hpp"
#include "scenario/files/wind_csv.hpp"
#include "scenario/load_structure.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "scenario/model/vehicle_alone.hpp"
#include "scenario/text/document.hpp"
#include "scenario/text/includable.hpp"
#include "scenario/text/part_file.hpp"
#include "scenario/text/reader.hpp"
#include "scenario/text/report.hpp"
#include "scenario/text/sources.hpp"
#include "scenario/text/storable_texts.hpp"
#include "scenario/text/value_sets.hpp"
#include "scenario/write.hpp"

namespace montecopter {

namespace {

/// Name of a file in messages, and file from which a default name is taken.
std::string source_name_of(const std::string& path) {
  return path == standard_input ? std::string(standard_input_name) : path;
}

std::string read_or_throw(const std::string& path, const char* what) {
  std::string why;
  const bool is_standard = path == standard_input;
  const std::optional<std::string> text =
      is_standard ? read_text_of_standard_input(why) : read_text_file(path, why);
  if (text) return *text;
  Diagnostics diagnostics;
  diagnostics.error(source_name_of(path), fmt::format("cannot read the {}", what), why,
                    is_standard ? "'-' stands for standard input: pipe a scenario into it" : "");
  diagnostics.throw_if_errors();
  return {};
}

/// Refuses standard input for a vehicle file: an included vehicle must be a file.
void refuse_vehicle_of_standard_input() {
  Diagnostics diagnostics;
  diagnostics.error(std::string(standard_input_name),
                    "a vehicle file cannot come from standard input", "it has no table 'vehicle'",
                    "Give the name of the file, or pipe a scenario");
  diagnostics.throw_if_errors();
}

/// Reads a vehicle file as a scenario that only includes it.
LoadedVehicle load_vehicle_file(const std::string& path,
                                const std::vector<std::string>& overrides) {
  Report report(path);
  const std::string file = std::filesystem::absolute(path).string();
  const std::string text = "[vehicle]\ninclude = " + toml_quote(file) + "\n";
  std::optional<toml::table> root =
      read_document(text, path, "", overrides, scenario_includables(), report);
  LoadedVehicle loaded;
  if (root) {
    (void)take_sources(*root, path, scenario_includables(), report);
    report.locate_in(*root);
    VehicleAlone alone;
    Reader(report).read(*root, alone);
    Scenario scenario;
    scenario.vehicle = loaded.vehicle = alone.vehicle;
    scenario.environment = loaded.environment = alone.environment;
    validate_environment(scenario, report);
    validate_home(*scenario.environment, report);
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
  TimedRows* table = command_rows(controller);
  if (table != nullptr && !table->file.empty()) {
    read_command_file(*table, "controller", "rotor_0,rotor_1,rotor_2,rotor_3", base_dir, report);
  }
  SetPointTable* points = set_points(controller);
  if (points != nullptr && !points->file.empty()) {
    read_command_file(*points, "controller.set_points", "roll,pitch,yaw,thrust", base_dir, report);
  }
}

/// Writes the indices of all rotors in the place of `rotors = "*"` of events.
void name_all_rotors(toml::table& root) {
  const toml::array* rotors = root["vehicle"]["rotors"].as_array();
  toml::array* events = root["event"].as_array();
  if (rotors == nullptr || events == nullptr) return;
  toml::array indices;
  for (std::int64_t i = 0; std::cmp_less(i, rotors->size()); ++i) indices.push_back(i);
  for (toml::node& node : *events) {
    toml::table* event = node.as_table();
    if (event != nullptr && (*event)["rotors"].value<std::string_view>() == "*")
      event->insert_or_assign("rotors", indices);
  }
}

/// The reason of a problem, with the chosen sets.
std::string with_sets(const std::string& why, const std::vector<SetAxis>& axes) {
  return fmt::format("{}{}with {}", why, why.empty() ? "" : "; ", chosen_text(axes));
}

/// Stores the names of sets, and the chosen set of each axis.
void take_sets(const std::vector<SetAxis>& axes, Sweep& sweep) {
  for (const SetAxis& axis : axes) {
    SweepAxis& out = sweep[axis.path];
    out.tables = axis.tables;
    out.chosen = axis.chosen;
  }
}

/// A scenario with one combination of sets.
struct Variant {
  Scenario scenario;
  std::vector<SetAxis> axes;
  std::vector<Problem> warnings;
  std::string controller_at;
};

/// Reads a scenario with any combination of its sets.
struct ScenarioReader {
  std::string_view text;
  const std::string& source_name;
  const std::string& base_dir;
  const std::vector<std::string>& overrides;
  PointChecks checks;
  bool* has_gains = nullptr;  ///< null: the controller must have gains; else: whether it has them

  /// Throws the reported errors.
  Variant read(std::size_t combination) const {
    Variant variant;
    Scenario& scenario = variant.scenario;
    const std::vector<Includable>& includables = scenario_includables();
    Report report(source_name);
    std::optional<toml::table> root =
        read_document(text, source_name, base_dir, overrides, includables, report);
    if (root && !report_part_file(*root, report)) {
      turn_epistemic_inputs_into_sets(*root, report);
      const std::vector<std::string> overridden = overridden_keys(*root);
      variant.axes = lay_sets(*root, combination, base_dir, includables, report);
      report_unstorable_texts(*root, report);
      const std::size_t bytes =
          write_sources(take_sources(*root, source_name, includables, report)).size();
      if (bytes > most_text_bytes) {
        report.error(
            std::string(source_key), "the sources of numbers are too long in total",
            fmt::format("they have {} bytes, and a result file stores {}", bytes, most_text_bytes),
            "Shorten them");
      }
      if (has_gains != nullptr && add_missing_gains(*root)) *has_gains = false;
      name_all_rotors(*root);
      report.locate_in(*root);
      if (!variant.axes.empty()) warn_of_laid_over(overridden, *root, report);
      scenario.name = std::filesystem::path(source_name).stem().string();
      Reader(report).read(*root, scenario);
      take_sets(variant.axes, scenario.sweep);
      read_files(scenario, report);
      start_at_zero(scenario);
      validate(scenario, checks, report);
      if (report.errors() == 0) warn_of_replaced(scenario, report);
      variant.controller_at = report.place("controller").text();
    }
    const Diagnostics diagnostics = report.diagnostics();
    if (combination == 0) {
      diagnostics.throw_if_errors();
    } else {
      at_these_sets(diagnostics, variant.axes).throw_if_errors();
    }
    variant.warnings = diagnostics.problems();
    return variant;
  }

 private:
  /// Reads tables in CSV files, and logs.
  void read_files(Scenario& scenario, Report& report) const {
    read_controller_file(*scenario.controller, base_dir, report);
    find_program(*scenario.controller, base_dir, source_name, report);
    if (scenario.trajectory) read_trajectory_file(*scenario.trajectory, base_dir, report);
    read_recorded_log(scenario, base_dir, report);
    for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
      read_wind_file(scenario.wind[i], "wind." + std::to_string(i), base_dir, report);
    }
    read_area_files(scenario, base_dir, report);
    read_sweep_values(scenario.sweep, base_dir, report);
    for (auto& [path, distribution] : scenario.disperse) {
      auto* empirical = std::get_if<Dispersed<TruncatedLaw<EmpiricalDistribution>>>(&distribution);
      if (empirical == nullptr) continue;
      read_observations(*empirical, append_path("disperse", path), base_dir, report);
    }
    read_points_file(scenario, base_dir, report);
  }

  /// The first combination is sound: errors of the others come from their sets.
  static Diagnostics at_these_sets(const Diagnostics& found, const std::vector<SetAxis>& axes) {
    Diagnostics reported;
    for (const Problem& p : found.problems()) {
      if (p.is_warning) continue;
      reported.error(p.where, p.what, with_sets(p.why, axes), p.suggestion);
    }
    return reported;
  }
};

/// Adds warnings that earlier combinations do not have.
void add_new_warnings(std::vector<Problem>& warnings, const Variant& variant) {
  for (Problem warning : variant.warnings) {
    const auto is_known = [&](const Problem& known) {
      return known.where == warning.where && known.what == warning.what;
    };
    if (std::any_of(warnings.begin(), warnings.end(), is_known)) continue;
    warning.why = with_sets(warning.why, variant.axes);
    warnings.push_back(std::move(warning));
  }
}

/// Stores the canonical text of every set, from a combination that has it.
void write_sets(std::vector<Scenario>& variants) {
  Sweep sweep = variants.front().sweep;
  for (const Scenario& variant : variants) {
    for (const auto& [path, axis] : variant.sweep) {
      if (!axis.is_of_sets()) continue;
      auto set = std::next(sweep.at(path).sets.begin(), static_cast<std::ptrdiff_t>(axis.chosen));
      if (set->second.text.empty()) set->second.text = write_set(variant, path, set->first);
    }
  }
  for (Scenario& variant : variants) {
    for (auto& [path, axis] : variant.sweep) axis.sets = sweep.at(path).sets;
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
    const LoadedScenario whole = load_structure(path, overrides).loaded;
    const Scenario& s = whole.scenario;
    loaded.vehicle = *s.vehicle, loaded.environment = *s.environment;
    loaded.wind = s.wind, loaded.start_m = s.simulation.initial.position_m;
    loaded.warnings = whole.warnings;
    loaded.varied = varied_paths(s);
    loaded.step_s = s.integrator.step_s;
    if (s.integrator.rate_hz) loaded.step_s = s.integrator.rate_hz->period_s();
  } else {
    if (path == standard_input) refuse_vehicle_of_standard_input();
    loaded = load_vehicle_file(path, overrides);
  }
  loaded.name = std::filesystem::path(source_name_of(path)).stem().string();
  return loaded;
}

std::vector<NumberSource> load_sources(const std::string& path,
                                       const std::vector<std::string>& overrides) {
  const std::vector<Includable>& includables = scenario_includables();
  const std::string name = source_name_of(path);
  Report report(name);  // a report whose problems load_scenario() has already reported
  std::optional<toml::table> root = read_document(
      read_or_throw(path, "scenario"), name, std::filesystem::path(path).parent_path().string(),
      overrides, includables, report);
  if (!root) return {};
  return take_sources(*root, name, includables, report);
}

std::vector<std::string> places_of_keys(const std::string& path,
                                        const std::vector<std::string>& keys) {
  std::vector<std::string> places(keys.size());
  Report report(path);  // a report whose problems load_scenario() has already reported
  const std::optional<toml::table> root = read_document(
      read_or_throw(path, "scenario"), path, std::filesystem::path(path).parent_path().string(), {},
      scenario_includables(), report);
  if (!root) return places;
  report.locate_in(*root);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Place place = report.place(keys[i]);
    const bool is_root = place.line == 1 && place.column == 1;
    if (place.line > 0 && !is_root) places[i] = fmt::format("{}:{}", place.file, place.line);
  }
  return places;
}

LoadedScenario load_scenario(const std::string& path, const std::vector<std::string>& overrides,
                             PointChecks checks) {
  const std::string text = read_or_throw(path, "scenario");
  const std::string base_dir = std::filesystem::path(path).parent_path().string();
  return load_scenario_text(text, source_name_of(path), base_dir, overrides, checks);
}

namespace {

LoadedScenario load_with(const ScenarioReader& reader) {
  LoadedScenario loaded;
  loaded.text = std::string(reader.text);
  Variant first = reader.read(0);
  const std::size_t variants = combinations(first.axes);
  if (variants > most_sets) {
    Diagnostics diagnostics;
    diagnostics.error(reader.source_name,
                      fmt::format("the sweep has more than {} combinations of sets", most_sets),
                      "each is a scenario of its own", "Use fewer sets or fewer axes");
    diagnostics.throw_if_errors();
  }
  loaded.warnings = first.warnings;
  loaded.controller_at = first.controller_at;
  if (!first.axes.empty()) {
    loaded.variants.push_back(first.scenario);
    for (std::size_t k = 1; k < variants; ++k) {
      Variant next = reader.read(k);
      add_new_warnings(loaded.warnings, next);
      loaded.variants.push_back(std::move(next.scenario));
    }
    write_sets(loaded.variants);
    loaded.scenario = loaded.variants.front();
  } else {
    loaded.scenario = std::move(first.scenario);
  }
  loaded.resolved = write_scenario(loaded.scenario);
  return loaded;
}

}  // namespace

LoadedScenario load_scenario_text(std::string_view text, const std::string& source_name,
                                  const std::string& base_dir,
                                  const std::vector<std::string>& overrides, PointChecks checks) {
  return load_with({text, source_name, base_dir, overrides, checks});
}

LoadedStructure load_structure(const std::string& path, const std::vector<std::string>& overrides) {
  const std::string text = read_or_throw(path, "scenario"), name = source_name_of(path);
  const std::string base_dir = std::filesystem::path(path).parent_path().string();
  LoadedStructure structure;
  structure.loaded =
      load_with({text, name, base_dir, overrides, PointChecks::drawn, &structure.has_gains});
  return structure;
}

}  // namespace montecopter
