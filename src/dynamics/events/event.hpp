#pragma once
/// What may happen to a flight on its way. The list of events: kernels identify an event by its
/// index here. A new one is a header, which effects.hpp describes, and an entry.

#include <variant>

#include "dynamics/events/battery_sag.hpp"
#include "dynamics/events/gain_change.hpp"
#include "dynamics/events/mass_drop.hpp"
#include "dynamics/events/rotor_failure.hpp"
#include "dynamics/events/rotor_stuck.hpp"
#include "dynamics/events/sensor_outage.hpp"

namespace montecopter {

/// Events of one flight.
inline constexpr int max_events = 8;

struct Event
    : std::variant<RotorFailure, RotorStuck, SensorOutage, MassDrop, GainChange, BatterySag> {
  using variant::variant;
};

template <EventModel... Events>
constexpr bool are_events(const std::variant<Events...>*) {
  return true;
}
static_assert(are_events(static_cast<const Event*>(nullptr)));

}  // namespace montecopter
