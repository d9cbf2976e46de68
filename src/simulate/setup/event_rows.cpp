#include "simulate/setup/event_rows.hpp"

#include <concepts>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

#include "core/base/numbers_of.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/tilt.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/setup/step_times.hpp"

namespace montecopter {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// A condition in the form that kernels compare.
struct WatchedThreshold {
  WatchedQuantity watched = WatchedQuantity::time;
  bool above = false;
  double threshold = 0.0;
};

double squared(double x) { return x * x; }

/// A threshold in the form of the quantity in Events::watched().
double comparable_threshold(WatchedQuantity watched, double threshold) {
  switch (watched) {
    case WatchedQuantity::time:
    case WatchedQuantity::altitude:
      return threshold;
    case WatchedQuantity::speed:
    case WatchedQuantity::distance:
      return squared(threshold);
    case WatchedQuantity::tilt:
      return sine2_half_tilt_of_degrees(threshold);
  }
  throw std::logic_error("unknown quantity of a condition");
}

WatchedThreshold threshold_of(const Condition& c) {
  for (const ConditionKey& key : condition_keys) {
    const std::optional<double>& threshold = c.*key.threshold;
    if (threshold) return {key.watched, key.above, comparable_threshold(key.watched, *threshold)};
  }
  throw std::logic_error("a condition without a threshold");
}

WatchedThreshold threshold_of(const Trigger& trigger) {
  return trigger.when ? threshold_of(*trigger.when) : WatchedThreshold{};
}

/// The sensors with that name, or of the unit with that name.
std::uint64_t sensors_named(const Sensors& sensors, const std::string& name) {
  std::uint64_t named = 0, bit = 1;
  for_each_sensor(sensors, [&](const std::string& sensor, const auto&) {
    if (sensor == name || sensor.starts_with(name + ".")) named |= bit;
    bit <<= 1;
  });
  return named;
}

}  // namespace

EventSuitePlan plan_events(const Scenario& scenario) {
  EventSuitePlan suite;
  for (const Event& event : scenario.event) {
    EventPlan& plan = suite.events[static_cast<std::size_t>(suite.count++)];
    plan.kind = static_cast<int>(event.index());
    std::visit(
        [&]<class E>(const E& e) {
          const WatchedThreshold threshold = threshold_of(e);
          plan.watched = threshold.watched;
          plan.above = threshold.above;
          if constexpr (WeakensRotor<E> || HoldsRotor<E>) plan.rotor = static_cast<int>(e.rotor);
          if constexpr (WeakensRotor<E>)
            suite.failing |= plan.rotor == all_rotors ? ~0u : 1u << plan.rotor;
          if constexpr (HoldsRotor<E>) suite.sticking |= 1u << plan.rotor;
          if constexpr (SilencesSensor<E>) {
            plan.sensors = sensors_named(scenario.sensors, e.sensor);
            suite.silence_sensors = true;
          }
          if constexpr (DropsMass<E>) suite.drop_mass = true;
          if constexpr (ScalesGains<E>) suite.change_gains = true;
        },
        event);
  }
  return suite;
}

bool fold_events(const Scenario& scenario, double step_s, double* row) {
  const double mass = std::visit([](const auto& v) { return v.mass_kg; }, *scenario.vehicle);
  double lost = 0.0;
  for (const Event& event : scenario.event) {
    EventConstants<double> c{never, never, 0.0, {}};
    std::visit(
        [&]<class E>(const E& e) {
          c.threshold = threshold_of(e).threshold;
          const auto own = e.fold(mass);
          std::memcpy(c.own.data(), &own, event_numbers<E>() * sizeof(double));
          if (e.at_s) c.start = before_step_at(*e.at_s, step_s);
          if constexpr (std::derived_from<E, PassingTrigger>) {
            if (e.duration_s && e.at_s) {
              c.duration = before_step_at(*e.at_s + *e.duration_s, step_s) - c.start;
            } else if (e.duration_s) {
              c.duration = first_step_at(*e.duration_s, step_s) * step_s;
            }
          }
          if constexpr (DropsMass<E>) lost += e.mass_kg;
        },
        event);
    std::memcpy(row, &c, sizeof(c));
    row += numbers_of<decltype(c)>();
  }
  return lost < mass;
}

}  // namespace montecopter
