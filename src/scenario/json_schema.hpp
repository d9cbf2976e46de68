#pragma once
/// JSON Schema (draft-07) of scenario and vehicle files, for editors and other programs. It is made
/// from the description tree, so it knows the keys, types, ranges and choices that reading knows.
/// It cannot know what concerns several values at once, such as whole numbers of steps.

#include <string>

namespace montecopter {

std::string scenario_json_schema();

/// Of a vehicle file: the keys of [vehicle] without that header.
std::string vehicle_json_schema();

}  // namespace montecopter
