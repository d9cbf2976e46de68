#pragma once
/// Scenario -> varying winds and pulses as kernels know them: once per run their types and tables,
/// at each sweep point which are active, and for each sample their constants. Steady winds are
/// summed into the constants of the world instead (SampleBuilder::fold_world()).

#include <vector>

#include "core/fields/varies.hpp"
#include "scenario/model/scenario.hpp"
#include "simulate/border/wind_plan.hpp"

namespace montecopter {

/// Rows of measured winds, one after another, of each varying wind.
using WindTables = std::vector<std::vector<double>>;

/// The varying winds, none of them active yet. The tables must outlive the plan.
WindSuitePlan plan_winds(const Scenario& scenario, WindTables& tables);

/// Bits of the winds with a nonzero or dispersed strength. The others cost nothing.
unsigned active_winds(const Scenario& scenario, const Varies& dispersed);

/// Takes the pulses, and their nonzero or dispersed strengths.
void take_pulses(const Scenario& scenario, const Varies& dispersed, PulseSuitePlan& pulses);

/// Wind velocity [m/s], NED, at the start of a sample at this place [m] over a ground at this z. It
/// is the sum of its steady winds and its varying winds, without turbulence, whose mean is 0.
/// `suite` is the plan with its tables.
Vec3<double> wind_at_start(const Scenario& scenario, const WindSuitePlan& suite,
                           const Vec3<double>& steady, const Vec3<double>& position,
                           double ground_z);

/// Writes one sample's varying winds into its row. False if their numbers are invalid.
bool fold_winds(const Scenario& scenario, double step_s, double* row);

/// Writes one sample's pulses into its row.
void fold_pulses(const Scenario& scenario, double step_s, double* row);

}  // namespace montecopter
