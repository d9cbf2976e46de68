#pragma once
/// What the types and ranges of single values cannot say: whether a scenario makes sense.

#include "scenario/report.hpp"
#include "scenario/scenario.hpp"

namespace montecopter {

/// Checks everything that was read without error. Problems go to the report, by path.
void validate(Scenario& scenario, Report& report);

/// Parts of validate().
void validate_multirotor(const Multirotor& vehicle, const Scenario& scenario, Report& report);
void validate_disperse(Scenario& scenario, Report& report);

}  // namespace montecopter
