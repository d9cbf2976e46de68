#pragma once
/// Whether the samples of a plan differ at all: a warning of `run`, `check` and `plan`.

#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"

namespace montecopter {

/// A warning if several samples are the same flight, because nothing is dispersed or random.
std::vector<Problem> same_flight_warnings(const Plan& plan);

}  // namespace montecopter
