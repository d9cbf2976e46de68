#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

std::size_t given(const Condition& condition) {
  std::size_t count = 0;
  for_each_field<Condition>([&](const auto& f) { count += condition.*f.member ? 1 : 0; });
  return count;
}

void check_trigger(const Trigger& trigger, const std::string& path, Report& report) {
  if (!report.clean(path)) return;
  if (trigger.at_s && trigger.when) {
    report.error(path + ".when", "both 'at_s' and 'when' are given",
                 "an event begins at a time or on a condition", "Remove one of them");
  } else if (!trigger.at_s && !trigger.when) {
    report.error(path, "neither 'at_s' nor 'when' is given", "an event begins with one of them",
                 "Give at_s = 2.0, or when = {altitude_below_m = 5.0}, for example");
  } else if (trigger.when && given(*trigger.when) != 1) {
    report.error(
        path + ".when",
        fmt::format("the condition has {} comparisons instead of one", given(*trigger.when)), "",
        "Give one, for example when = {altitude_below_m = 5.0}");
  }
}

void check_rotor(const Multirotor& vehicle, std::int64_t rotor, const std::string& path,
                 Report& report) {
  if (rotor < std::ssize(vehicle.rotors)) return;
  report.error(path + ".rotor", fmt::format("there is no rotor {}", rotor),
               fmt::format("the vehicle has {} rotors, counted from 0", vehicle.rotors.size()));
}
void check_rotor(const Helicopter&, std::int64_t, const std::string& path, Report& report) {
  report.error(path, "a rotor failure needs a multirotor",
               "the helicopter model has no rotor failures", "Use a multirotor");
}
void check_rotor(std::int64_t rotor, const Scenario& scenario, const std::string& path,
                 Report& report) {
  if (!report.clean_above("vehicle") || !report.clean(path + ".rotor")) return;
  std::visit([&](const auto& vehicle) { check_rotor(vehicle, rotor, path, report); },
             *scenario.vehicle);
}

void check_sensor(const std::string& name, const Scenario& scenario, const std::string& path,
                  Report& report) {
  if (!report.clean(path + ".sensor") || !report.clean_above("sensors")) return;
  std::vector<std::string> known;
  for_each_sensor(scenario.sensors, [&](const std::string& sensor, const auto&) {
    const std::string unit = sensor.substr(0, sensor.find('.'));
    if (std::find(known.begin(), known.end(), unit) == known.end()) known.push_back(unit);
    known.push_back(sensor);
  });
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const auto near = near_name(name, known);
  report.error(path + ".sensor", fmt::format("there is no sensor '{}'", name),
               known.empty() ? "the scenario has none" : "",
               near ? fmt::format("Did you mean '{}'?", *near) : "");
}

void check_gains(const Scenario& scenario, const std::string& path, Report& report) {
  if (!report.clean("controller") || loop_timing(*scenario.controller) != nullptr) return;
  report.error(path, "the gains of this controller cannot be changed",
               "a command table has no gains", "Use a controller that closes a loop");
}

void check_battery(const Scenario& scenario, const std::string& path, Report& report) {
  if (!report.clean("vehicle") || battery_of(*scenario.vehicle) != nullptr) return;
  report.error(path, "a battery sag needs a battery", "the vehicle has none",
               "Add [vehicle.battery]");
}

/// Whether the target of an event exists. This is judged by its effects, so that it covers new
/// events, too.
template <class E>
void check(const E& event, const Scenario& scenario, const std::string& path, Report& report) {
  const std::size_t before = report.errors();
  KindProblems problems(path, report);
  check_kind(event, problems);
  if (report.errors() > before) return;
  if constexpr (WeakensRotor<E> || HoldsRotor<E>) check_rotor(event.rotor, scenario, path, report);
  if constexpr (SilencesSensor<E>) check_sensor(event.sensor, scenario, path, report);
  if constexpr (ScalesGains<E>) check_gains(scenario, path, report);
  if constexpr (WeakensBattery<E>) check_battery(scenario, path, report);
}

/// [kg]
double mass_dropped_by(const Event& event) {
  return std::visit(
      []<class E>(const E& e) {
        if constexpr (DropsMass<E>) return e.mass_kg;
        return 0.0;
      },
      event);
}

}  // namespace

void validate_events(const Scenario& scenario, Report& report) {
  if (scenario.event.size() > max_events && report.clean("event")) {
    report.error("event", fmt::format("there are {} events", scenario.event.size()),
                 fmt::format("at most {} are possible", max_events));
  }
  for (std::size_t i = 0; i < scenario.event.size(); ++i) {
    const std::string path = "event." + std::to_string(i);
    std::visit(
        [&](const auto& event) {
          check_trigger(event, path, report);
          check(event, scenario, path, report);
        },
        scenario.event[i]);
  }
}

void validate_event_numbers(const Scenario& scenario, Report& report) {
  if (!report.clean("vehicle.mass_kg") || !report.clean_above("event")) return;
  const double mass = std::visit([](const auto& v) { return v.mass_kg; }, *scenario.vehicle);
  double lost = 0.0;
  for (std::size_t i = 0; i < scenario.event.size(); ++i) {
    const double dropped_kg = mass_dropped_by(scenario.event[i]);
    if (dropped_kg == 0.0) continue;
    if (!report.clean("event." + std::to_string(i))) return;
    lost += dropped_kg;
    if (lost < mass) continue;
    report.error("event." + std::to_string(i) + ".mass_kg",
                 fmt::format("the events drop {} kg in total", lost),
                 fmt::format("the vehicle weighs {} kg", mass));
    return;
  }
}

}  // namespace montecopter
