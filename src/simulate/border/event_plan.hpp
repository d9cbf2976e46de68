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
  bool above = false;                ///< true: it triggers above the threshold, false: below it
  bool ends = false;                 ///< whether it ends the flight
  int after = 0;                     ///< event that triggers it, if that does
  int first_edge = 0, edges = 0;     ///< of the area that triggers it
  double low_m = 0.0, high_m = 0.0;  ///< altitudes of the area
  unsigned rotors = 0;               ///< rotors that it concerns; bit i: rotor i
  int allocation = 0;                ///< of the controller while it is active; 0: no other
  std::uint64_t sensors = 0;  ///< sensors whose readings are lost; bit i: sensor i of the plan
};

/// All events, in the order of the scenario.
struct EventSuitePlan {
  int count = 0;
  std::array<EventPlan, max_events> events;
  unsigned failing = 0, sticking = 0;  ///< bit i: rotor i may fail, or stick
  bool drop_mass = false, change_gains = false, silence_sensors = false, add_drag = false;
  int reallocations = 0;     ///< allocations of the controller, besides that to all rotors
  bool divert = false;       ///< from the trajectory
  bool end_flights = false;  ///< whether some may end flights
  bool watch_battery = false, watch_estimate = false, watch_ground = false;  ///< by conditions
  bool change_drag = false;                                                  ///< of the body
  unsigned dragging = 0;            ///< bit i: rotor i may have a drag along its axis
  bool air_varies = false;          ///< whether the density is part of an added drag
  const AreaEdge* edges = nullptr;  ///< of all areas
  int edge_count = 0;

  bool any() const { return count > 0; }
  bool has_wreck_drag() const { return change_drag || dragging != 0; }
};

}  // namespace montecopter
