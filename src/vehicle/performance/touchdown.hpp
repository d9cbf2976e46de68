#pragma once
/// Warnings of flights that are meant to touch down, but end at a limit that counts every touchdown
/// as a failure.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Advice for scenarios that judge touchdowns.
std::string touchdown_remedy();

/// Warns where simulation.limits.ground ends a flight that is meant to touch down: its rotors fail,
/// or its trajectory comes down to the ground.
std::vector<Problem> touchdown_problems(const Scenario& scenario, double duration_s);

}  // namespace montecopter
