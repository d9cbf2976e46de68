#pragma once
/// The same flight with a shorter step: what `converge` flies.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// The nominal flight of a scenario: one sample without dispersions, sweeps and noise that is drawn
/// in every step, because shorter steps would draw other numbers. `left_out` names the removed
/// noise.
Scenario nominal_flight(const Scenario& scenario, std::vector<std::string>& left_out);

/// A flight whose step is 2^-halvings of the scenario's step, and whose traces are at the same
/// times. Numbers of steps in the scenario are multiplied accordingly.
Scenario refined(const Scenario& scenario, int halvings);

}  // namespace montecopter
