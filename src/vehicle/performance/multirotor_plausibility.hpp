#pragma once
/// Plausibility warnings of a multirotor.

#include <optional>

#include "dynamics/linear/multirotor_trim.hpp"
#include "vehicle/performance/plausibility.hpp"

namespace montecopter {

/// Returns the warnings; `hover`: trim of the vehicle, if it can hover; `step_s`: step of its
/// scenario, if it has one.
PlausibilityWarnings plausibility_warnings(const MultirotorModel& model,
                                           const std::optional<MultirotorTrim>& hover,
                                           std::optional<double> step_s);

}  // namespace montecopter
