#pragma once
/// Scenario -> what kernels know of winds that vary and of pulses: once per run their types and
/// tables, at each sweep point which of them have any strength, for each sample their constants.
/// Steady winds are summed into the constants of the world instead (SampleBuilder::fold_world()).

#include <vector>

#include "core/fields/varies.hpp"
#include "scenario/model/scenario.hpp"
#include "simulate/border/wind_plan.hpp"

namespace montecopter {

/// Rows of measured winds, one after another, of each wind that varies.
using WindTables = std::vector<std::vector<double>>;

/// The winds that vary, none of them active yet. The tables have to outlive the plan.
WindSuitePlan plan_winds(const Scenario& scenario, WindTables& tables);

/// Winds that have a strength, or one that is dispersed: the others cost nothing.
unsigned active_winds(const Scenario& scenario, const Varies& dispersed);

/// The same of pulses.
void take_pulses(const Scenario& scenario, const Varies& dispersed, PulseSuitePlan& pulses);

/// Velocity of the air [m/s], NED, at the start of a sample at this place [m] over a ground at this
/// z: of its steady winds, and of those that vary but for turbulence, whose mean is 0. `suite`: as
/// planned, with its tables.
Vec3<double> wind_at_start(const Scenario& scenario, const WindSuitePlan& suite,
                           const Vec3<double>& steady, const Vec3<double>& position,
                           double ground_z);

/// Folds one sample's winds that vary into its row. False if they are no winds.
bool fold_winds(const Scenario& scenario, double step_s, double* row);

/// Folds one sample's pulses into its row.
void fold_pulses(const Scenario& scenario, double step_s, double* row);

}  // namespace montecopter
