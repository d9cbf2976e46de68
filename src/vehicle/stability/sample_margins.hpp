#pragma once
/// Margins of every sample of a campaign, on request (output.margins).

#include "plan/plan.hpp"

namespace montecopter {

/// Makes the flights of a plan compute the margins of their samples, if its scenario requests them.
void compute_margins(Plan& plan);

}  // namespace montecopter
