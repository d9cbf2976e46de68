#pragma once
/// Conditions of events that hold before the first step.

#include <string_view>

#include "dynamics/events/trigger.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// How the condition of an event holds at the nominal start; "" if it does not, or if only a flight
/// shows it. Areas have been checked.
std::string_view true_at_start(const Condition& condition, const Scenario& scenario);

}  // namespace montecopter
