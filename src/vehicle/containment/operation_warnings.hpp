#pragma once
/// Whether the flights of a study are those of its operation.

#include <vector>

#include "core/base/error.hpp"
#include "scenario/model/scenario.hpp"
#include "vehicle/containment/sora_volumes.hpp"

namespace montecopter {

/// Warns where the scenario, in its first `length_s` seconds, flies lower or slower than the
/// operation by more than a tenth, or higher or faster. It also warns of a parachute without a wind
/// for its formula. Heights are above the origin.
std::vector<Problem> operation_warnings(const Scenario& scenario, const SoraOperation& operation,
                                        double length_s);

/// Whether an event of a scenario opens a parachute.
bool has_parachute(const Scenario& scenario);

/// Mass of the vehicle of a scenario before events and dispersions.
double take_off_mass_kg(const Scenario& scenario);

}  // namespace montecopter
