#pragma once
/// The log that a scenario names in [recorded].

#include <string>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads `recorded.log` (relative to base_dir) into the tables of `recorded`, which are then
/// self-contained. They cover the part of the flight that is in the log, in the flight's time. If
/// the scenario leaves them out, the initial state and the rows of a recorded trajectory are taken
/// from the log, too. Problems go to the report.
void read_recorded_log(Scenario& scenario, const std::string& base_dir, Report& report);

}  // namespace montecopter
