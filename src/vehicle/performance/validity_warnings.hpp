#pragma once
/// Warnings of vehicles and flights outside what is known of their rotors, which `vehicle`,
/// `check` and `tune` give before anything flies.

#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "scenario/model/scenario.hpp"
#include "vehicle/performance/plausibility.hpp"

namespace montecopter {

/// Warns of rotors in the wake of others without interference, and of limits exceeded in hover.
PlausibilityWarnings validity_warnings(const MultirotorModel& model,
                                       const std::optional<MultirotorTrim>& hover);

/// The same for the vehicle of a scenario.
std::vector<Problem> validity_problems(const Scenario& scenario);

/// Warns of limits that the trajectory of a scenario exceeds, in its mean wind. It compares steady
/// flight at the highest airspeed, fastest climb, fastest descent and lowest height.
std::vector<Problem> flight_validity_problems(const Scenario& scenario, double duration_s);

}  // namespace montecopter
