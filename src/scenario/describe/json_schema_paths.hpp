#pragma once
/// The part of the JSON Schema for tables by dotted path: `disperse` and `sweep`.

#include <string>

#include "core/base/json.hpp"
#include "scenario/describe/describe.hpp"

namespace montecopter {

/// Regular expression of a name that the user chooses.
inline const std::string name_pattern = "[A-Za-z0-9_-]+";

/// Tables by paths of the numbers of the format `tree` that vary as the map does. Each table
/// follows the definition with the key of the map.
Json path_map_schema(const Description& map, const Description& tree);

}  // namespace montecopter
