#pragma once
/// Rounds first times to 0. Tables of times begin at 0, but a difference of decimal numbers may
/// leave 1e-15 s.

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Tolerance of rounding: far more than the difference of two times of day leaves, and less than
/// any step.
inline constexpr double first_time_rounding_s = 1e-9;

/// Sets first times within the tolerance to 0, for commands, set-points, waypoints, sampled
/// trajectories and headings.
void start_at_zero(Scenario& scenario);

}  // namespace montecopter
