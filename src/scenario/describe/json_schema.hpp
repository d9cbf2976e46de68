#pragma once
/// JSON Schema (draft-07) of scenario and vehicle files, for editors and other programs. It is made
/// from the description tree, so it has the same keys, types, ranges and choices as the reader. It
/// cannot check relations between values, such as whole numbers of steps.

#include <string>
#include <string_view>

#include "scenario/describe/describe.hpp"

namespace montecopter {

/// Schema of a format. Maps by path stand at its top level.
std::string json_schema(const Description& tree, std::string_view title);

/// Schema of the files that hold the keys of an includable table: `what` as in included_as.
std::string included_json_schema(const Description& tree, std::string_view what);

std::string scenario_json_schema();

/// Schema of the files that hold the keys of such a table without its header: a vehicle, a sensor.
std::string part_json_schema(std::string_view what);

}  // namespace montecopter
