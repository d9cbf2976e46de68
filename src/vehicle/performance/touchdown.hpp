#pragma once
/// Whether a flight is to end on the ground by a limit that counts every touchdown as a failure.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// What to do where touchdowns are to be judged.
std::string touchdown_remedy();

/// A warning where simulation.limits.ground ends a flight that is meant to touch down: one whose
/// rotors fail, or whose trajectory comes down to the ground.
std::vector<Problem> touchdown_problems(const Scenario& scenario, double duration_s);

}  // namespace montecopter
