#pragma once
/// The events from which the distances of a containment study count: where control ends.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"
#include "simulate/flights_in_memory.hpp"

namespace montecopter {

struct CountedEvent {
  std::size_t place = 0;  ///< in the list of the scenario
  std::string name;       ///< its own, or one that the study gives it
  bool ends_control = false;
  std::string shown = name;  ///< its own, or its path in the scenario
};

/// The instant and the place of an event in one flight.
struct EventMoment {
  double time_s = 0, north_m = 0, east_m = 0;
};

/// Terminations, and failures for flights without one. brake, land, return and reallocation are
/// manoeuvres within the contingency volume and do not count. `since` names the only event that
/// counts; Error(usage) if there is no such event.
std::vector<CountedEvent> counted_events(const Scenario& scenario, const std::string& since);

/// Overrides that name these events, and metrics of their moments.
std::vector<std::string> moment_overrides(const std::vector<CountedEvent>& events);

/// The first event that ends control in a flight, or else the first failure. `time_s` is infinite
/// if none began.
EventMoment moment_of(const std::vector<CountedEvent>& events, const FlightsInMemory& flights,
                      std::int64_t sample);

/// Whether events replace the drag of the vehicle, or give failed rotors a drag.
bool has_wreck_drag(const Scenario& scenario);

}  // namespace montecopter
