#pragma once
/// Margins of every sample of a campaign that asks for them (output.margins).

#include "plan/plan.hpp"

namespace montecopter {

/// Has the flights of a plan compute the margins of their samples, if its scenario asks for them.
void compute_margins(Plan& plan);

}  // namespace montecopter
