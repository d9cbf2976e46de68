#pragma once
/// Warnings of stable loops with small margins.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// Usual minimum margins of a loop. (MIL-DTL-9490E requires 6 dB and 45 degrees of a flight control
/// system; 30 degrees mean a peak sensitivity of at least 1.9.)
inline constexpr double least_gain_margin_db = 6, least_phase_margin_deg = 30;

/// Text of the causes, the largest first: "phase lag there: delay 39 degrees, hold between updates
/// 19 and ...".
std::string phase_words(const PhaseLag& taken);

/// Warns of commanded axes with smaller margins, for the first 8 points of a sweep (a point takes
/// some 20 ms). The warning names the worst axis and the largest causes of its phase lag. Unstable
/// loops are the task of loop_warnings(). Throws as hover_loop() does; `where`: place of the
/// controller.
std::vector<Problem> margin_warnings(const Plan& plan, const std::string& where);

}  // namespace montecopter
