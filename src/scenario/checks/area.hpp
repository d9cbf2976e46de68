#pragma once
/// Checks of the polygon of an area.

#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "dynamics/events/area.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// What is wrong with an area whose file has been read; its `where` is a key of the area.
std::optional<Problem> problem_of(const Area& area);

void check_area(const Area& area, const std::string& path, Report& report);

}  // namespace montecopter
