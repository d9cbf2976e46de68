#pragma once
/// What a step asks of the rotors, as far as a loop is linear.

#include <limits>

#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// The largest fraction of the way from its hover to the nearer limit that a command takes when the
/// measured number k is asked for `size` more from one update to the next, until this time after;
/// of three steps, of k = first to first + 2. Above 1, a rotor would be asked for more than it has.
/// Ends with the first fraction above `enough`.
double step_demand(const HoverLoop& loop, Eigen::Index first, double size, double until_s,
                   double enough = std::numeric_limits<double>::infinity());

}  // namespace montecopter
