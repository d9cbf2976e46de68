#pragma once
/// Plausibility warnings of a helicopter.

#include "vehicle/performance/helicopter_report.hpp"

namespace montecopter {

/// Returns the warnings; `step_s`: step of its scenario, if it has one.
PlausibilityWarnings plausibility_warnings(const Helicopter& vehicle,
                                           const HelicopterReport& report,
                                           std::optional<double> step_s);

}  // namespace montecopter
