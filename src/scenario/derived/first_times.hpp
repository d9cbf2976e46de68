#pragma once
/// Tables of times begin at 0. What a difference of decimal numbers leaves in its place, 1e-15 s,
/// is meant to be it.

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Rounding that is forgiven: far more than subtracting times of a day leaves, and less than any
/// step.
inline constexpr double first_time_rounding_s = 1e-9;

/// Makes 0 of first times that are as near to it: of commands, set-points, waypoints, sampled
/// trajectories and headings.
void start_at_zero(Scenario& scenario);

}  // namespace montecopter
