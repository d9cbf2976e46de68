#pragma once
/// Whether flights of different scenarios fit into one file. make_plan() checks this for each
/// combination of the sets of a sweep.

#include "plan/plan.hpp"

namespace montecopter {

/// Throws Error(usage) if another combination of sets has other columns than the first, or other
/// times: its message names the sets and what differs.
void require_same_columns(const Plan& first, const Plan& other);

}  // namespace montecopter
