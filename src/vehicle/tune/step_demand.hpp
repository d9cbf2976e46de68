#pragma once
/// Demand of a step on the rotors, in the linear loop.

#include <limits>

#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Largest fraction of the margin from hover to the nearer limit that a command takes after a step.
/// The reference of measurement k rises by `size` between two updates, and the response is followed
/// until this time. Three steps are examined, for k = first to first + 2. Above 1, a rotor would
/// exceed its limit. Ends with the first fraction above `enough`.
double step_demand(const HoverLoop& loop, Eigen::Index first, double size, double until_s,
                   double enough = std::numeric_limits<double>::infinity());

}  // namespace montecopter
