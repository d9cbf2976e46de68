#pragma once
/// Scenario -> events as kernels know them: once per run their kinds and targets (plan_events()),
/// and for each sample their start and magnitude (fold_events()).

#include "scenario/model/scenario.hpp"
#include "simulate/border/event_plan.hpp"

namespace montecopter {

EventSuitePlan plan_events(const Scenario& scenario);

/// Writes one sample's events into its row. False if the lost mass exceeds the vehicle's mass.
bool fold_events(const Scenario& scenario, double step_s, double* row);

}  // namespace montecopter
