#pragma once
/// Files that scenarios include, given in the place of a scenario.

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Whether this is no scenario but the keys of a vehicle, a controller or a sensor unit: then one
/// error says so, in place of one for every key that a scenario does not have.
bool report_part_file(const toml::table& root, Report& report);

}  // namespace montecopter
