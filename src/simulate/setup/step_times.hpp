#pragma once
/// Times at which something begins or ends, as times of steps.

#include <cmath>

#include "core/base/contract.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {

/// The first step that starts at t or later. As elsewhere, a millionth of a step is tolerated: the
/// doubles 0.1 s + 0.2 s exceed 0.3 s.
inline double first_step_at(double t, double step_s) {
  expects(step_s > 0, "a step of some length");
  const double steps = t / step_s, nearest = round_to_even(steps);
  return std::fabs(steps - nearest) < 1e-6 ? nearest : std::ceil(steps);
}

/// The time half a step before the step at t [s].
inline double before_step_at(double t, double step_s) {
  return (first_step_at(t, step_s) - 0.5) * step_s;
}

}  // namespace montecopter
