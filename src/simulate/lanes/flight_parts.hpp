#pragma once
/// Parts of a time loop that many flights do not need. Processors fly every flight with the
/// complete loop and check the plan at each step, which costs almost nothing. A graphics card pays
/// for code that never runs, mainly in registers, so it has loops without such parts.

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// Parts of a loop.
struct FlightParts {
  bool control = true;      ///< a closed loop
  bool sensors = true;      ///< and the estimator that they feed
  bool disturbance = true;  ///< varying winds, pulses
  bool events = true;
  bool battery = true;     ///< and electric motors
  bool ends = true;        ///< limits and planned ends of flights, time windows
  bool end_events = true;  ///< events that end flights
  bool formulas = true;    ///< metrics by formula without traces
  /// Whether steps with nothing due have a loop of their own.
  bool in_registers = false;

  /// Whether a plan needs no other parts.
  bool suit(const FlightPlan& plan) const {
    return (control || !plan.control.is_closed()) &&
           (sensors || (plan.sensors.count == 0 && !plan.estimator.is_there())) &&
           (disturbance || (plan.winds.active == 0 && !plan.pulses.any())) &&
           (events || !plan.events.any()) && (end_events || !plan.events.end_flights) &&
           (battery || !(plan.has_battery || plan.electric)) &&
           (formulas || (!plan.formulas.any() && !plan.formulas.has_moments)) &&
           (ends || (!plan.limits.any && !plan.limits.planned_end && !plan.windows.any()));
  }
};

}  // namespace montecopter
