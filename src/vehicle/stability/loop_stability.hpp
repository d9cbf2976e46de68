#pragma once
/// Stability of the closed loop, linearised at hover and sampled: whether a controller's gains suit
/// its rate and its delay. No flight is needed.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Warns of unstable loops at the first 100 points of a sweep. Throws as loop_model() does.
std::vector<Problem> loop_warnings(const Plan& plan, const std::string& where);

}  // namespace montecopter
