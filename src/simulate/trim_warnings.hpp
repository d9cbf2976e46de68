#pragma once
/// Warnings about samples that should start in a trim (simulation.initial.trimmed) but have none.

#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"

namespace montecopter {

/// Computes the trims of the first 16 samples of the first point, which takes some milliseconds.
/// Flies nothing.
std::vector<Problem> trim_warnings(const Plan& plan);

}  // namespace montecopter
