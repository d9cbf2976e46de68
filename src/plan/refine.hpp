#pragma once
/// The same flight with a shorter step: what `converge` flies.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// The nominal flight of a scenario: one sample without dispersions and sweeps, and without what is
/// drawn anew in every step, for shorter steps would draw other numbers. Says in `left_out` what
/// that is.
Scenario nominal_flight(const Scenario& scenario, std::vector<std::string>& left_out);

/// A flight whose step is 2^-halvings of that of the scenario, and whose traces are at the same
/// times. Steps of a scenario that are counted are as many times more.
Scenario refined(const Scenario& scenario, int halvings);

}  // namespace montecopter
