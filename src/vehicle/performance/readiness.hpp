#pragma once
/// Warnings of vehicles that cannot fly well with any controller, which `vehicle` and `check` give
/// before anything flies.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "dynamics/linear/control_authority.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "scenario/model/scenario.hpp"
#include "vehicle/performance/plausibility.hpp"

namespace montecopter {

/// Thrust-to-weight ratio below which little reserve is left for climbs, turns and gusts.
inline constexpr double least_thrust_to_weight = 1.3;

/// Warns of no hover, equal spins, little thrust, and axes with little or no separate authority.
PlausibilityWarnings readiness_warnings(const MultirotorModel& model,
                                        const std::optional<MultirotorTrim>& hover,
                                        const Authority& authority);
PlausibilityWarnings readiness_warnings(const std::optional<HelicopterTrim>& hover);

/// Returns the same warnings for the vehicle of a scenario with a feedback controller, and a
/// warning if its battery does not last for the flight. Empty where a table commands the rotors: a
/// body may be meant to fall.
std::vector<Problem> readiness_problems(const Scenario& scenario, double duration_s);

}  // namespace montecopter
