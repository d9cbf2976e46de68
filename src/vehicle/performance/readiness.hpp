#pragma once
/// What keeps a vehicle from flying well whatever its controller: `vehicle` and `check` warn of it
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

/// Below this ratio of thrust to weight little is left to climb, to turn and against gusts.
inline constexpr double least_thrust_to_weight = 1.3;

/// No hover, all spins alike, little thrust, axes that can hardly be turned about, or not apart.
PlausibilityWarnings readiness_warnings(const MultirotorModel& model,
                                        const std::optional<MultirotorTrim>& hover,
                                        const Authority& authority);
PlausibilityWarnings readiness_warnings(const std::optional<HelicopterTrim>& hover);

/// The same of the vehicle of a scenario whose controller is to hold it, and whether its battery
/// lasts as long as the flight does. None where a table commands the rotors: a body may be meant to
/// fall.
std::vector<Problem> readiness_problems(const Scenario& scenario, double duration_s);

}  // namespace montecopter
