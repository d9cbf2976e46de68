#pragma once
/// Times at which something begins or ends with a step.

#include <cmath>

#include "core/base/contract.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {

/// The first step that starts at t or later. As elsewhere, a millionth of a step is forgiven: 0.1 s
/// and 0.2 s end at 0.3 s, which the sum of these doubles is not.
inline double first_step_at(double t, double step_s) {
  expects(step_s > 0, "a step of some length");
  const double steps = t / step_s, nearest = round_to_even(steps);
  return std::fabs(steps - nearest) < 1e-6 ? nearest : std::ceil(steps);
}

/// Half a step before it [s].
inline double before_step_at(double t, double step_s) {
  return (first_step_at(t, step_s) - 0.5) * step_s;
}

}  // namespace montecopter
