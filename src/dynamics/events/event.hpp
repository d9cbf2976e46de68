#pragma once
/// Events during a flight. The list of events: kernels identify an event by its index here. A new
/// one is a header, which effects.hpp describes, and an entry.

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "dynamics/alternatives.hpp"
#include "dynamics/events/all_rotors_off.hpp"
#include "dynamics/events/battery_sag.hpp"
#include "dynamics/events/brake.hpp"
#include "dynamics/events/drag_change.hpp"
#include "dynamics/events/end_flight.hpp"
#include "dynamics/events/gain_change.hpp"
#include "dynamics/events/land.hpp"
#include "dynamics/events/mass_drop.hpp"
#include "dynamics/events/parachute.hpp"
#include "dynamics/events/reallocation.hpp"
#include "dynamics/events/return_home.hpp"
#include "dynamics/events/rotor_failure.hpp"
#include "dynamics/events/rotor_stuck.hpp"
#include "dynamics/events/sensor_outage.hpp"

namespace montecopter {

/// Events of one flight.
inline constexpr int max_events = 16;

struct Event : std::variant<RotorFailure, RotorStuck, SensorOutage, MassDrop, GainChange,
                            BatterySag, AllRotorsOff, Parachute, Reallocation, Brake, Land,
                            ReturnHome, DragChange, EndFlight> {
  using variant::variant;
};

template <class E>
constexpr bool require_event() {
  static_assert(EventKind<E>, "this type of the list is no EventKind");
  return true;
}
static_assert(holds_for_all<Event>([]<class E>() { return require_event<E>(); }));

inline bool scales_gains(const Event& event) {
  return std::visit([]<class E>(const E&) { return ScalesGains<E>; }, event);
}

/// Whether it gives failed rotors a drag.
inline bool drags_rotors(const Event& event) {
  return std::visit(
      []<class E>(const E& e) {
        if constexpr (DragsRotor<E>) return e.rotor_drag_area_m2.has_value();
        return false;
      },
      event);
}

inline bool ends_flight(const Event& event) {
  return std::visit([]<class E>(const E&) { return EndsFlight<E>; }, event);
}

inline const Trigger& trigger_of(const Event& event) {
  return std::visit([](const Trigger& trigger) -> const Trigger& { return trigger; }, event);
}

/// The place of the event with that name.
inline std::optional<int> event_named(const std::vector<Event>& events, std::string_view name) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (trigger_of(events[i]).name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

/// Number of doubles that an event has of its own.
template <class E>
constexpr int event_numbers() {
  if constexpr (std::is_empty_v<OwnConstants<E>>) {
    return 0;
  } else {
    return sizeof(OwnConstants<E>) / sizeof(double);
  }
}
inline constexpr int most_event_numbers =
    largest_of<Event>([]<class E>() { return event_numbers<E>(); });

/// Constants of one event and sample. All members are S.
template <class S>
struct EventConstants {
  /// Half a step before the first, or the instant at which it ends the flight [s]; infinite if a
  /// condition decides.
  S start;
  S delay;      ///< from the condition to the start [s]; whole steps, but for ends of flights
  S duration;   ///< whole steps [s], or infinite
  S threshold;  ///< of the condition, as Events compares it
  std::array<S, most_event_numbers> own;  ///< Constants<S> of the event
};

}  // namespace montecopter
