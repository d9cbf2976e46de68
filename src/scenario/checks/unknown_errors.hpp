#pragma once
/// Errors of sensors that the estimator takes no account of.

#include "scenario/derived/time_grid.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Warns of those that an `ekf` does not know. Its sensors must be there.
void warn_of_unknown_errors(const Scenario& scenario, const TimeGrid& grid, Report& report);

}  // namespace montecopter
