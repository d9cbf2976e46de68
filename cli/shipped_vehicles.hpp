#pragma once
/// The files that come with the program: scenarios/vehicles/ of its installation or source tree,
/// and the JSON Schema of its installation.

#include <string>

namespace montecopter::cli {

/// The path of a vehicle file: the argument itself if it has a '/' or ends with .toml, else the
/// file of the shipped vehicle with that name. Error(usage) names a similar vehicle, or all.
std::string vehicle_file(const std::string& argument);

/// The path of the installed JSON Schema of scenarios; empty if there is none.
std::string installed_schema();

}  // namespace montecopter::cli
