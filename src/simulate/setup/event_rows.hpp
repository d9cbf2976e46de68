#pragma once
/// Scenario -> events as kernels know them: once per run their kinds and targets (plan_events()),
/// and for each sample their start and magnitude (fold_events()).

#include <vector>

#include "scenario/model/scenario.hpp"
#include "simulate/border/event_plan.hpp"

namespace montecopter {

/// Appends the edges of areas to `edges`, which the plan points to.
EventSuitePlan plan_events(const Scenario& scenario, std::vector<AreaEdge>& edges);

/// Writes one sample's events into its row. The density is that of air that is the same everywhere,
/// or 1. False if the lost mass exceeds the vehicle's mass.
bool fold_events(const Scenario& scenario, double step_s, double density_kg_m3, double* row);

}  // namespace montecopter
