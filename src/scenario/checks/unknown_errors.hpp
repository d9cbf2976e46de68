#pragma once
/// Errors of sensors that the estimator does not model.

#include "scenario/derived/time_grid.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Warns of sensor errors that an `ekf` does not model. Its sensors must exist.
void warn_of_unknown_errors(const Scenario& scenario, const TimeGrid& grid, Report& report);

}  // namespace montecopter
