#pragma once
/// Errors of sensors that the estimator takes no account of.

#include "scenario/report.hpp"
#include "scenario/time_grid.hpp"

namespace montecopter {

/// Warns of those that an `ekf` does not know. Its sensors must be there.
void warn_of_unknown_errors(const Scenario& scenario, const TimeGrid& grid, Report& report);

}  // namespace montecopter
