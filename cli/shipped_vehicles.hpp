#pragma once
/// The vehicles that come with the program: scenarios/vehicles/ of its installation or source tree.

#include <string>

namespace montecopter::cli {

/// The path of a vehicle file: the argument itself if it has a '/' or ends with .toml, else the
/// file of the shipped vehicle with that name. Error(usage) names a similar vehicle, or all.
std::string vehicle_file(const std::string& argument);

}  // namespace montecopter::cli
