#pragma once
/// Scenario files whose controller may lack its gains: for commands that need the vehicle and the
/// structure of the loop, not its flights.

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/load.hpp"

namespace montecopter {

/// A scenario in which numbers that its controller lacks are those of an example of its type.
struct LoadedStructure {
  LoadedScenario loaded;
  bool has_gains = true;  ///< nothing was lacking
};

/// As load_scenario(), but for these numbers.
LoadedStructure load_structure(const std::string& path, const std::vector<std::string>& overrides);

/// Puts the numbers that the controller of a scenario's document lacks into it, but for its rate.
/// Whether there were any.
bool add_missing_gains(toml::table& root);

}  // namespace montecopter
