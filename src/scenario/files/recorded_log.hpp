#pragma once
/// The log that a scenario names in [recorded].

#include <string>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads `recorded.log` (relative to base_dir) into the tables of `recorded`, which are then
/// self-contained: what the log covers of the flight, in its time. Takes from it what the scenario
/// leaves to it: the initial state, and the rows of a recorded trajectory. Problems go to the
/// report.
void read_recorded_log(Scenario& scenario, const std::string& base_dir, Report& report);

}  // namespace montecopter
