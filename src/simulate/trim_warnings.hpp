#pragma once
/// Warnings of samples that are to start in a trim (simulation.initial.trimmed) and have none.

#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"

namespace montecopter {

/// Looks for the trims of the first 16 samples of the first point, which takes some milliseconds:
/// flies nothing.
std::vector<Problem> trim_warnings(const Plan& plan);

}  // namespace montecopter
