#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <variant>

#include "core/base/text.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/area.hpp"
#include "scenario/checks/event_start.hpp"
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
  const std::string_view second = trigger.when ? "when" : "after";
  if ((trigger.at_s ? 1 : 0) + (trigger.when ? 1 : 0) + (trigger.after.empty() ? 0 : 1) > 1) {
    report.error(fmt::format("{}.{}", path, second),
                 fmt::format("both '{}' and '{}' are given", trigger.at_s ? "at_s" : "when",
                             trigger.at_s ? second : "after"),
                 "an event begins at a time, on a condition or after another event",
                 "Remove one of them");
  } else if (!trigger.at_s && !trigger.when && trigger.after.empty()) {
    report.error(path, "none of 'at_s', 'when' and 'after' is given",
                 "an event begins with one of them",
                 "Give at_s = 2.0, or when = {altitude_below_m = 5.0}, for example");
  } else if (trigger.when && given(*trigger.when) != 1) {
    report.error(
        path + ".when",
        fmt::format("the condition has {} comparisons instead of one", given(*trigger.when)), "",
        "Give one, for example when = {altitude_below_m = 5.0}");
  } else if (trigger.when && area_of(*trigger.when) != nullptr) {
    check_area(*area_of(*trigger.when),
               path + (trigger.when->enters ? ".when.enters" : ".when.leaves"), report);
  }
}

/// The signal of a condition, or the event of a touchdown, exists only in some scenarios.
void check_watched(const Condition& c, bool ends, const Scenario& scenario, const std::string& path,
                   Report& report) {
  const bool battery = c.state_of_charge_below || c.battery_voltage_below_v;
  if (battery && report.clean("vehicle") && battery_of(*scenario.vehicle) == nullptr) {
    report.error(path, "a condition on the battery needs a battery", "the vehicle has none",
                 "Add [vehicle.battery]");
  }
  if (c.estimate_error_above_m && report.clean("estimator") && !scenario.estimator) {
    report.error(path, "an error of the estimate needs an estimator", "the scenario has none",
                 "Add [estimator]");
  }
  if (c.touchdown && ends) {
    return report.error(path, "an event of the type end cannot wait for a touchdown",
                        "another key ends flights at touchdowns",
                        "Remove the event, and set simulation.end = \"touchdown\"");
  }
  if (!c.touchdown || !report.clean("simulation") || !report.clean("environment")) return;
  if (scenario.simulation.ends_at_touchdown()) {
    report.error(path, "the flight ends at its touchdown, before the event",
                 "simulation.end = \"touchdown\" ends it there",
                 "Remove simulation.end, or use after and delay_s");
  } else if (std::holds_alternative<NoGround>(scenario.environment->ground)) {
    report.error(path, "a touchdown needs a ground", "environment.ground has no type",
                 "Add [environment.ground] with type = \"sih2022\" or \"spring_damper\"");
  }
}

/// An event whose condition holds already begins with the flight, which is seldom meant.
void check_start(const Condition& c, bool ends, const Scenario& scenario, const std::string& path,
                 Report& report) {
  if (!report.clean(path) || !report.clean_above("simulation") || !report.clean_above("vehicle"))
    return;
  const std::string_view how = true_at_start(c, scenario);
  if (how.empty()) return;
  if (ends) {
    return report.warning(path, std::string(how), "the flight ends at once, or after delay_s",
                          "Change the condition");
  }
  report.warning(path, std::string(how), "the event begins in the first step, or delay_s later",
                 "Change the condition, or give at_s = 0 if the event shall begin at once");
}

/// Formulas name events, and so do later events.
void check_name(const std::string& name, const Scenario& scenario, const std::string& path,
                Report& report) {
  if (name.empty() || !report.clean(path + ".name")) return;
  bool taken = name == "t" || name == "end" || scenario.window.contains(name);
  for (const SignalRow& signal : signal_list) taken = taken || signal.name == name;
  if (!is_column_name(name) || (name[0] >= '0' && name[0] <= '9')) {
    report.error(path + ".name", fmt::format("'{}' cannot be the name of an event", name),
                 "formulas name it: letters, digits and _ only, and a letter first");
  } else if (taken) {
    report.error(path + ".name", fmt::format("'{}' cannot be the name of an event", name),
                 "in formulas it has another meaning", "Choose another name");
  } else if (path != fmt::format("event.{}", event_named(scenario.event, name).value())) {
    report.error(path + ".name", fmt::format("another event is called '{}'", name), "",
                 "Give every event a name of its own");
  }
}

void check_after(const std::string& name, const Scenario& scenario, std::size_t place,
                 const std::string& path, Report& report) {
  if (name.empty() || !report.clean(path + ".after")) return;
  std::vector<std::string> earlier;
  for (std::size_t i = 0; i < place; ++i) {
    earlier.push_back(trigger_of(scenario.event[i]).name);
    if (earlier.back() != name || !ends_flight(scenario.event[i])) continue;
    return report.error(path + ".after", fmt::format("no event can follow '{}'", name),
                        "it ends the flight", "Name another event");
  }
  if (std::find(earlier.begin(), earlier.end(), name) != earlier.end()) return;
  report.error(path + ".after", fmt::format("no earlier event is called '{}'", name),
               "an event follows one that comes before it in the list",
               fmt::format("Give an earlier [[event]] the key name = \"{}\"", name));
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

void check_rotors(const RotorEvent& event, const Scenario& scenario, const std::string& path,
                  Report& report) {
  if (event.rotor.has_value() == !event.rotors.empty()) {
    if (!report.clean(path)) return;
    const bool both = event.rotor.has_value();
    return report.error(path, both ? "both 'rotor' and 'rotors' are given" : "no rotor is given",
                        "the event concerns one rotor or several",
                        both ? "Remove one of them" : "Give rotor = 0, or rotors = [0, 1]");
  }
  if (event.rotor) return check_rotor(*event.rotor, scenario, path, report);
  for (const std::int64_t rotor : event.rotors) check_rotor(rotor, scenario, path, report);
}

void check_rotors(const AllRotorsOff&, const Scenario& scenario, const std::string& path,
                  Report& report) {
  check_rotor(0, scenario, path, report);
}

bool allocates(const Controller& controller) {
  return std::visit([]<class C>(const C&) { return is_wrench_law<C> || is_command_law<C>; },
                    controller);
}

/// A rotor that hover leaves at a limit cannot take part in moments of one direction.
void check_hover_without(const Forgone& forgone, const Multirotor& vehicle,
                         const WorldConstants<double>& world, const std::string& path,
                         Report& report) {
  const auto known = fold_allocation(vehicle, world.air.density_kg_m3, forgone);
  const double weight = vehicle.mass_kg * world.gravity[0];
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const AllocatedRotor<double>& r = known.rotor[i];
    const double thrust = r.per_thrust * weight;
    if ((forgone.rotors >> i & 1u) != 0 || (r.low < thrust && thrust < r.high)) continue;
    report.warning(path, fmt::format("hover without these rotors leaves rotor {} at a limit", i),
                   fmt::format("its part is {:.3g} N of {:.3g} to {:.3g} N: moments in one "
                               "direction are lost",
                               thrust, r.low, r.high),
                   "`montecopter vehicle` shows what remains with one rotor out");
    return;
  }
}

void check_reallocation(const Forgone& forgone, const Multirotor& vehicle, const Scenario& scenario,
                        const std::string& path, Report& report) {
  if (!report.clean("controller") || !report.clean("environment")) return;
  if (!allocates(*scenario.controller)) {
    return report.error(path, "this controller cannot reallocate",
                        "it does not allocate a wrench to rotors in the program",
                        "Use another controller, such as \"px4\" or \"lee\"");
  }
  const auto world = fold_world(*scenario.environment, {0, 0, 0});
  for (const Rotor& rotor : vehicle.rotors) {
    if (!thrust_curve(*rotor.law, world.air.density_kg_m3)) return;  // check_allocation() says so
  }
  if (missing_axis(vehicle, world.air.density_kg_m3)) return;
  const auto axis = missing_axis(vehicle, world.air.density_kg_m3, forgone);
  if (axis && *axis != "yaw") {
    return report.error(
        path, fmt::format("the other rotors cannot produce an independent {}", *axis),
        "the controller allocates thrust, roll and pitch to them", "Leave out fewer rotors");
  }
  if (axis) {
    report.warning(path, "the other rotors cannot produce an independent yaw",
                   "the controller gives up yaw, and the vehicle may spin");
  }
  check_hover_without(forgone, vehicle, world, path, report);
}
void check_reallocation(const Forgone&, const Helicopter&, const Scenario&, const std::string&,
                        Report&) {}

void require_multirotor(const char* what, const Scenario& scenario, const std::string& path,
                        Report& report) {
  if (!report.clean_above("vehicle") || std::holds_alternative<Multirotor>(*scenario.vehicle))
    return;
  report.error(path, fmt::format("a {} needs a multirotor", what),
               fmt::format("the helicopter model has no {}", what), "Use a multirotor");
}

/// A closed loop leaves its trajectory, and a descent ends at the ground.
void check_diversion(bool descends, const Scenario& scenario, const std::string& path,
                     Report& report) {
  if (!report.clean("controller")) return;
  const Controller& controller = *scenario.controller;
  const bool follows = loop_timing(controller) != nullptr && set_points(controller) == nullptr;
  if (!follows || is_firmware(controller)) {
    return report.error(path, "this controller does not follow a trajectory that it could leave",
                        is_firmware(controller) ? "a firmware has modes of its own" : "",
                        is_firmware(controller) ? "Give the firmware a command instead"
                                                : "Use a controller with [trajectory]");
  }
  if (!descends || !report.clean("simulation") || !report.clean("environment")) return;
  if (scenario.simulation.limits.ground) {
    report.warning(path, "the landing ends with the status hit_ground",
                   "simulation.limits.ground makes touching the ground a failure",
                   "Set simulation.end = \"touchdown\" instead");
  } else if (!scenario.may_end_early() &&
             std::holds_alternative<NoGround>(scenario.environment->ground)) {
    report.warning(path, "no ground ends the descent", "the vehicle goes on below z = 0",
                   "Set simulation.end = \"touchdown\", or add [environment.ground]");
  }
}

/// Whether the target of an event exists. This is judged by its effects, so that it covers new
/// events, too.
template <class E>
void check(const E& event, const Scenario& scenario, const std::string& path, Report& report) {
  const std::size_t before = report.errors();
  KindProblems problems(path, report);
  check_kind(event, problems);
  if (report.errors() > before) return;
  if constexpr (WeakensRotor<E> || HoldsRotor<E> || LeavesOutRotor<E>) {
    check_rotors(event, scenario, path, report);
  }
  if constexpr (LeavesOutRotor<E>) {
    if (report.errors() > before || !report.clean_above("vehicle")) return;
    std::visit(
        [&](const auto& vehicle) {
          check_reallocation({event.rotor_bits(), event.give_up_yaw}, vehicle, scenario, path,
                             report);
        },
        *scenario.vehicle);
  }
  if constexpr (AddsDrag<E>) require_multirotor("parachute", scenario, path, report);
  if constexpr (ReplacesDrag<E>) require_multirotor("drag_change", scenario, path, report);
  if constexpr (LeavesTrajectory<E>) {
    check_diversion(std::derived_from<E, Land>, scenario, path, report);
  }
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
        [&]<class E>(const E& event) {
          check_trigger(event, path, report);
          if (event.when) {
            check_watched(*event.when, EndsFlight<E>, scenario, path + ".when", report);
            check_start(*event.when, EndsFlight<E>, scenario, path + ".when", report);
          }
          check_name(event.name, scenario, path, report);
          check_after(event.after, scenario, i, path, report);
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
