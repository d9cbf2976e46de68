#pragma once
/// What a step asks of the rotors, as far as a loop is linear.

#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// The largest fraction of the way from its hover to the nearer limit that a command takes when the
/// measured number k is asked for `size` more from one update to the next, until this time after.
/// Above 1, a rotor would be asked for more than it has.
double step_demand(const HoverLoop& loop, Eigen::Index k, double size, double until_s);

}  // namespace montecopter
