#pragma once
/// What the kernels know about events: plain data.

#include <array>
#include <cstdint>

#include "dynamics/events/event.hpp"

namespace montecopter {

/// One event, the same for all samples.
struct EventPlan {
  int kind = 0;                                     ///< index in Event
  WatchedQuantity watched = WatchedQuantity::time;  ///< quantity that triggers it
  bool above = false;         ///< true: it triggers above the threshold, false: below it
  int rotor = 0;              ///< rotor that it weakens or holds, or all_rotors
  std::uint64_t sensors = 0;  ///< sensors whose readings are lost; bit i: sensor i of the plan
};

/// All events, in the order of the scenario.
struct EventSuitePlan {
  int count = 0;
  std::array<EventPlan, max_events> events;
  unsigned failing = 0, sticking = 0;  ///< bit i: rotor i may fail, or stick
  bool drop_mass = false, change_gains = false, silence_sensors = false;

  bool any() const { return count > 0; }
};

}  // namespace montecopter
