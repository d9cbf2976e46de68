#pragma once
/// The parts of a time loop that many flights do without. Processors fly them all with loops that
/// have every part and ask the plan at each step, which costs next to nothing there. A graphics
/// card pays for code that is there and never runs, in registers above all: it has loops without.

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// What a loop has.
struct FlightParts {
  bool control = true;      ///< a closed loop
  bool sensors = true;      ///< and the estimator that they feed
  bool disturbance = true;  ///< winds that vary, pulses
  bool events = true;
  bool battery = true;
  bool ends = true;  ///< limits at which flights end, windows of time for metrics
  /// Whether steps at which nothing is due are flown by a loop of their own.
  bool in_registers = false;

  /// Whether a plan asks for no others.
  bool suit(const FlightPlan& plan) const {
    return (control || !plan.control.is_closed()) &&
           (sensors || (plan.sensors.count == 0 && !plan.estimator.is_there())) &&
           (disturbance || (plan.winds.active == 0 && !plan.pulses.any())) &&
           (events || !plan.events.any()) && (battery || !plan.has_battery) &&
           (ends || (!plan.limits.any && !plan.windows.any()));
  }
};

}  // namespace montecopter
