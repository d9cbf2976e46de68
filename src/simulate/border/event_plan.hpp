#pragma once
/// What the kernels know of events: plain data.

#include <array>
#include <cstdint>

#include "dynamics/events/event.hpp"

namespace montecopter {

/// One event of all samples.
struct EventPlan {
  int kind = 0;                                     ///< index in Event
  WatchedQuantity watched = WatchedQuantity::time;  ///< what begins it
  bool above = false;                               ///< rather than below the threshold
  int rotor = 0;                                    ///< that it weakens or holds
  std::uint64_t sensors = 0;  ///< whose readings are lost; bit i: sensor i of the plan
};

/// All, in the order of the scenario.
struct EventSuitePlan {
  int count = 0;
  std::array<EventPlan, max_events> events;
  unsigned failing = 0, sticking = 0;  ///< bit i: rotor i may do so
  bool drop_mass = false, change_gains = false, silence_sensors = false;

  bool any() const { return count > 0; }
};

}  // namespace montecopter
