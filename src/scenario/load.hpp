#pragma once
/// Scenario files: TOML in, plain checked data out. Every command that takes a scenario begins
/// here. load_scenario() does the following, in this order.
///   1. read_document(): the text becomes one TOML table. Included files are merged under the keys
///      of their tables, and the overrides of the command line are applied last (document.hpp). If
///      the sweep has axes of sets, steps 1 to 4 are done for each combination of sets
///      (value_sets.hpp).
///   2. Reader: the table becomes a Scenario by the schema of the structs (reader.hpp). Units
///      become SI. Unknown keys and numbers out of range are reported.
///   3. Tables in CSV files are read: commands, set-points, trajectories, winds, sweeps,
///      observations.
///   4. start_at_zero(): first times that are 0 to within rounding become 0. validate() then checks
///      the scenario as a whole (validate.hpp).
///   5. If there are errors, all are thrown at once, with places in the files.
///   6. write_scenario(): the resolved text, which loads to the same scenario anywhere.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "scenario/derived/checked_points.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

struct LoadedScenario {
  Scenario scenario;
  std::string text;      ///< the file as written
  std::string resolved;  ///< write_scenario(): complete, canonical, self-contained
  std::vector<Problem> warnings;
  std::string controller_at = {};  ///< place of its table: "file:line:column"
  /// Scenario of each combination of sets, numbered as by SweepGrid::variant(); the first is
  /// `scenario`. Empty without axes of sets.
  std::vector<Scenario> variants = {};
};

struct LoadedVehicle;  ///< loaded_vehicle.hpp
struct NumberSource;   ///< text/sources.hpp

/// Reads and checks a vehicle file, or the vehicle of a scenario file (one with a table `vehicle`).
/// Overrides as in load_scenario, e.g. "vehicle.mass_kg=1.2" or "environment.gravity_m_s2=1".
/// Throws as load_scenario() does.
LoadedVehicle load_vehicle(const std::string& path, const std::vector<std::string>& overrides = {});

/// Reads and checks a scenario file. An override is "path=value" as given to --set: the value is
/// TOML, or a bare word (letters, digits and _ . : / + -), which is taken as text. They are applied
/// in order, after the vehicle file is included and before anything is checked. Throws Error(usage)
/// with all problems at once, one per line: "file:line:column: error: problem (why). suggestion.".
/// An unreadable file is such a problem. "-" is standard input, which messages call "stdin"; files
/// are then relative to the current directory. Commands that fly the scenario check all points of a
/// sweep.
LoadedScenario load_scenario(const std::string& path,
                             const std::vector<std::string>& overrides = {},
                             PointChecks checks = PointChecks::drawn);

/// Reads and checks a scenario from text. `source_name` stands for the file in messages, and its
/// stem is the default name of the scenario. Files are relative to `base_dir`.
LoadedScenario load_scenario_text(std::string_view text, const std::string& source_name,
                                  const std::string& base_dir,
                                  const std::vector<std::string>& overrides = {},
                                  PointChecks checks = PointChecks::drawn);

/// "FILE:LINE" where a valid scenario file, or a file that it includes, writes each key, or the
/// table around it; "" if the key is not written at all.
std::vector<std::string> places_of_keys(const std::string& path,
                                        const std::vector<std::string>& keys);

/// Sources of the numbers of a valid scenario file, in the order of their paths.
std::vector<NumberSource> load_sources(const std::string& path,
                                       const std::vector<std::string>& overrides);

}  // namespace montecopter
