#pragma once
/// Warnings of loops that are stable, but not by much.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// What is usually asked of a loop (MIL-DTL-9490E asks 6 dB and 45 degrees of a flight control
/// system; 30 degrees are a peak sensitivity of at least 1.9).
inline constexpr double least_gain_margin_db = 6, least_phase_margin_deg = 30;

/// "phase lag there: delay 39 degrees, hold between updates 19 and ...", the largest first.
std::string phase_words(const PhaseLag& taken);

/// Warns where a commanded axis has less, of the first 8 points of a sweep (a point takes some
/// 20 ms): with the worst of them, and the largest causes of its phase lag. Loops that are unstable
/// are for loop_warnings(). Throws as hover_loop() does; `where` is the place of the controller.
std::vector<Problem> margin_warnings(const Plan& plan, const std::string& where);

}  // namespace montecopter
