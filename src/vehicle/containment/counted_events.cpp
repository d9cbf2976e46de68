#include "vehicle/containment/counted_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <variant>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "dynamics/events/event.hpp"

namespace montecopter {
namespace {

std::string metric_of(const CountedEvent& event, const char* what) {
  return fmt::format("contain_{}_{}", event.place, what);
}

[[noreturn]] void refuse(const Scenario& scenario, const std::string& since) {
  std::vector<std::string> names;
  for (const Event& event : scenario.event) {
    if (!trigger_of(event).name.empty()) names.push_back(trigger_of(event).name);
  }
  throw Error(ExitCode::usage,
              Problem{"--since", fmt::format("no event is called '{}'", since),
                      scenario.event.empty() ? "the scenario has no events"
                      : names.empty()        ? "the events of the scenario have no names"
                                             : "the scenario has " + join(names, ", "),
                      "Give the name of an event, or name that event in the scenario"});
}

/// A name for an event without one, which no other event has.
std::string free_name(const Scenario& scenario, std::size_t place) {
  std::string name = fmt::format("contain_{}", place);
  while (std::any_of(scenario.event.begin(), scenario.event.end(),
                     [&](const Event& event) { return trigger_of(event).name == name; }))
    name += "_";
  return name;
}

}  // namespace

std::vector<CountedEvent> counted_events(const Scenario& scenario, const std::string& since) {
  std::vector<CountedEvent> counted;
  for (std::size_t i = 0; i < scenario.event.size(); ++i) {
    std::string name = trigger_of(scenario.event[i]).name;
    const bool is_named = !since.empty() && name == since;
    const std::string shown = name.empty() ? fmt::format("event.{}", i) : name;
    if (name.empty()) name = free_name(scenario, i);
    std::visit(
        [&]<class E>(const E&) {
          constexpr bool is_manoeuvre = LeavesTrajectory<E> || LeavesOutRotor<E>;
          if (since.empty() ? !is_manoeuvre : is_named)
            counted.push_back({i, name, is_named || std::same_as<E, AllRotorsOff>, shown});
        },
        scenario.event[i]);
  }
  if (!since.empty() && counted.empty()) refuse(scenario, since);
  if (counted.empty() && !scenario.event.empty()) {
    throw Error(ExitCode::usage,
                Problem{"event", "no event ends the control of the flight",
                        "brake, land, return and reallocation are manoeuvres, from which no "
                        "distance counts",
                        "Add all_rotors_off, or name an event with --since"});
  }
  return counted;
}

std::vector<std::string> moment_overrides(const std::vector<CountedEvent>& events) {
  std::vector<std::string> overrides;
  for (const CountedEvent& event : events) {
    overrides.push_back(fmt::format("event.{}.name={}", event.place, event.name));
    const auto add = [&](const char* what, const char* signal, const char* unit) {
      overrides.push_back(fmt::format("metrics.{}={{formula=\"at({}, {})\", unit=\"{}\"}}",
                                      metric_of(event, what), signal, event.name, unit));
    };
    add("s", "t", "s"), add("north_m", "position.x", "m"), add("east_m", "position.y", "m");
  }
  return overrides;
}

EventMoment moment_of(const std::vector<CountedEvent>& events, const FlightsInMemory& flights,
                      std::int64_t sample) {
  const auto number = [&](const CountedEvent& event, const char* what) {
    return flights.number("m_" + metric_of(event, what), sample);
  };
  EventMoment first{std::numeric_limits<double>::infinity()};
  bool ends_control = false;
  for (const CountedEvent& event : events) {
    const double time_s = number(event, "s");  // NaN: it did not begin
    const bool is_better = event.ends_control == ends_control ? time_s < first.time_s
                                                              : event.ends_control && time_s >= 0;
    if (!is_better) continue;
    first = {time_s, number(event, "north_m"), number(event, "east_m")};
    ends_control = event.ends_control;
  }
  return first;
}

bool has_wreck_drag(const Scenario& scenario) {
  return std::any_of(scenario.event.begin(), scenario.event.end(), [](const Event& event) {
    return drags_rotors(event) ||
           std::visit([]<class E>(const E&) { return ReplacesDrag<E>; }, event);
  });
}

}  // namespace montecopter
