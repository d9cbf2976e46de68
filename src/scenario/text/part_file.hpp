#pragma once
/// Included files that are given in the place of a scenario.

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Whether the file holds the keys of a vehicle, a controller or a sensor unit instead of a
/// scenario. If so, one error is reported, not one for every unknown key.
bool report_part_file(const toml::table& root, Report& report);

}  // namespace montecopter
