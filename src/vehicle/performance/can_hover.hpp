#pragma once
/// Whether the nominal vehicle of a scenario can hover, which whoever judges its loop asks first.

#include <optional>

#include "dynamics/linear/calm_air.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Gravity and air at the start of a flight; nullopt without gravity, where nothing has to hover.
std::optional<CalmAir> air_at_start(const Scenario& scenario);

/// A trim at rest exists, all commands within their limits. True without gravity.
bool can_hover(const Scenario& scenario);

/// The same after all of its events: whether the rotors that have not failed or stuck can hold
/// position and heading.
bool can_hover_to_the_end(const Scenario& scenario);

}  // namespace montecopter
