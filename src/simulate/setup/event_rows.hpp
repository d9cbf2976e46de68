#pragma once
/// Scenario -> what kernels know of its events: once per run their kinds and what they happen to
/// (plan_events()), for each sample when they begin and how strong they are (fold_events()).

#include "scenario/model/scenario.hpp"
#include "simulate/border/event_plan.hpp"

namespace montecopter {

EventSuitePlan plan_events(const Scenario& scenario);

/// Folds one sample's events into its row. False if more mass is lost than there is.
bool fold_events(const Scenario& scenario, double step_s, double* row);

}  // namespace montecopter
