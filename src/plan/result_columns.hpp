#pragma once
/// Dimensions of a plan's result, and its columns of samples, traces, the sweep's grid and
/// statistics, in the order of the file.

#include "plan/plan.hpp"

namespace montecopter {

/// The type in which the traces of a scenario are stored.
Element trace_element(const Scenario& scenario);

/// Fills plan.layout.dimensions and .columns from the rest of the plan. The scenarios of all points
/// say whether there are programs in the loop.
void add_result_columns(const LoadedScenario& loaded, Plan& plan);

}  // namespace montecopter
