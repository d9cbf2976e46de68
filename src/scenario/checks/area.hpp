#pragma once
/// Checks of the polygon of an area.

#include <string>

#include "dynamics/events/area.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

void check_area(const Area& area, const std::string& path, Report& report);

}  // namespace montecopter
