#pragma once
/// Whether the nominal vehicle of a scenario can hover: checked before its loop is judged.

#include <optional>

#include "dynamics/linear/calm_air.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Gravity and air at the start of a flight; nullopt without gravity, where hover is trivial.
std::optional<CalmAir> air_at_start(const Scenario& scenario);

/// Whether a trim at rest exists, with all commands within their limits. True without gravity.
bool can_hover(const Scenario& scenario);

/// Whether the same holds after all events: the rotors that have not failed or stuck can hold
/// position and heading.
bool can_hover_to_the_end(const Scenario& scenario);

}  // namespace montecopter
