#pragma once
/// Scenario files: TOML in, plain checked data out. Every command that takes a scenario begins
/// here. load_scenario() does, in this order,
///   1. read_document(): the text becomes one TOML table, what its tables `include` is merged under
///      their keys, and the overrides of the command line are laid over all (document.hpp);
///      Where the sweep has axes of sets, 1 to 4 are done for each combination of sets, which are
///      laid over all (value_sets.hpp);
///   2. Reader: the table becomes a Scenario by the schema of the structs (reader.hpp). Units
///      become SI, unknown keys and numbers out of range are reported;
///   3. tables in CSV files are read: commands, set-points, trajectories, winds, sweeps,
///      observations;
///   4. start_at_zero(): first times that are 0 but for rounding become 0; then validate(): whether
///      it all makes sense together (validate.hpp);
///   5. if anything was reported as an error, all of it is thrown at once, with places in the
///      files;
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
  std::string controller_at = {};  ///< where its table is written: "file:line:column"
  /// Where the sweep has axes of sets: the scenario of each combination, numbered as
  /// SweepGrid::variant() says; the first is `scenario`. Else empty.
  std::vector<Scenario> variants = {};
};

struct LoadedVehicle;  ///< loaded_vehicle.hpp
struct NumberSource;   ///< text/sources.hpp

/// Reads and checks a vehicle file, or the vehicle of a scenario file (one with a table `vehicle`).
/// Overrides as in load_scenario, e.g. "vehicle.mass_kg=1.2" or "environment.gravity_m_s2=1".
/// Throws as that does.
LoadedVehicle load_vehicle(const std::string& path, const std::vector<std::string>& overrides = {});

/// Reads and checks a scenario file. An override is "path=value" as given to --set: the value is
/// TOML, or a bare word (letters, digits and _ . : / + -), which is taken as text. They are applied
/// in order, after the vehicle file is included and before anything is checked. Throws Error(usage)
/// with all problems at once, one per line, each "file:line:column: error: problem (why).
/// suggestion."; an unreadable file is such a problem. "-" is standard input, which messages call
/// "stdin"; files are looked for from the current directory then. Whoever flies it has all points
/// of a sweep checked.
LoadedScenario load_scenario(const std::string& path,
                             const std::vector<std::string>& overrides = {},
                             PointChecks checks = PointChecks::drawn);

/// The same from text. `source_name` stands for the file in messages, its stem is the default name
/// of the scenario, and files are looked for from `base_dir`.
LoadedScenario load_scenario_text(std::string_view text, const std::string& source_name,
                                  const std::string& base_dir,
                                  const std::vector<std::string>& overrides = {},
                                  PointChecks checks = PointChecks::drawn);

/// Where the numbers of a scenario file that loads are from, in the order of their paths.
std::vector<NumberSource> load_sources(const std::string& path,
                                       const std::vector<std::string>& overrides);

}  // namespace montecopter
