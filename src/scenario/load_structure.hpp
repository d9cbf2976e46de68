#pragma once
/// Loads scenario files whose controller may lack its gains, for commands that need only the
/// vehicle and the structure of the loop.

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "scenario/load.hpp"

namespace montecopter {

/// A scenario whose missing controller numbers are replaced by the example of the type.
struct LoadedStructure {
  LoadedScenario loaded;
  bool has_gains = true;  ///< nothing was lacking
};

/// Loads like load_scenario(), but accepts these missing numbers.
LoadedStructure load_structure(const std::string& path, const std::vector<std::string>& overrides);

/// Adds the missing numbers, except the rate, to the controller of a scenario's document. Returns
/// whether there were any.
bool add_missing_gains(toml::table& root);

}  // namespace montecopter
