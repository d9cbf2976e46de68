#pragma once
/// What the types and ranges of single values cannot say: whether a scenario makes sense.

#include <string>

#include "scenario/report.hpp"
#include "scenario/scenario.hpp"

namespace montecopter {

/// Checks everything that was read without error. Problems go to the report, by path.
void validate(Scenario& scenario, Report& report);

/// Parts of validate().
void validate_multirotor(const Multirotor& vehicle, const Scenario& scenario, Report& report);
void validate_disperse(Scenario& scenario, Report& report);
void validate_sweep(Scenario& scenario, Report& report);

/// Checks what numbers can break: the part of validate() that has to hold at every sweep point.
void validate_numbers(const Scenario& scenario, Report& report);
/// Checks that at every sweep point. The sweep itself must be sound.
void validate_points(const Scenario& scenario, Report& report);

/// Says that `target`, given at `path`, addresses no number.
void report_no_number(Scenario& scenario, const std::string& target, const std::string& path,
                      Report& report);
/// What the keys of the distribution at `path` say together.
void validate_distribution(const Distribution& distribution, const std::string& path,
                           Report& report);

}  // namespace montecopter
