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
    case WatchedQuantity::area:
    case WatchedQuantity::event:
    case WatchedQuantity::charge:
    case WatchedQuantity::voltage:
    case WatchedQuantity::touchdown:
      return threshold;
    case WatchedQuantity::speed:
    case WatchedQuantity::distance:
    case WatchedQuantity::estimate_error:
      return squared(threshold);
    case WatchedQuantity::tilt:
      return sine2_half_tilt_of_degrees(threshold);
  }
  throw std::logic_error("unknown quantity of a condition");
}

WatchedThreshold threshold_of(const Condition& c) {
  if (area_of(c) != nullptr) return {WatchedQuantity::area, c.enters.has_value(), 0.5};
  if (c.touchdown) return {WatchedQuantity::touchdown, true, 0.5};
  for (const ConditionKey& key : condition_keys) {
    const std::optional<double>& threshold = c.*key.threshold;
    if (threshold) return {key.watched, key.above, comparable_threshold(key.watched, *threshold)};
  }
  throw std::logic_error("a condition without a threshold");
}

WatchedThreshold threshold_of(const Trigger& trigger) {
  if (!trigger.after.empty()) return {WatchedQuantity::event, true, 0.5};
  return trigger.when ? threshold_of(*trigger.when) : WatchedThreshold{};
}

/// Appends the edges of an area.
void add_edges(const Area& area, std::vector<AreaEdge>& edges) {
  for (std::size_t i = 0; i < area.corners_m.size(); ++i) {
    const auto& a = area.corners_m[i];
    const auto& b = area.corners_m[(i + 1) % area.corners_m.size()];
    const double slope = a[1] == b[1] ? 0.0 : (b[0] - a[0]) / (b[1] - a[1]);
    edges.push_back({a[0], a[1], b[1], slope});
  }
}

/// Takes the area of a condition, or the event that comes before.
void take_trigger(const Trigger& trigger, const Scenario& scenario, std::vector<AreaEdge>& edges,
                  EventPlan& plan) {
  const WatchedThreshold threshold = threshold_of(trigger);
  plan.watched = threshold.watched;
  plan.above = threshold.above;
  if (!trigger.after.empty()) plan.after = event_named(scenario.event, trigger.after).value();
  const Area* area = trigger.when ? area_of(*trigger.when) : nullptr;
  if (area == nullptr) return;
  plan.first_edge = static_cast<int>(edges.size());
  plan.edges = static_cast<int>(area->corners_m.size());
  plan.low_m = area->low_m.value_or(-never);
  plan.high_m = area->high_m.value_or(never);
  add_edges(*area, edges);
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

EventSuitePlan plan_events(const Scenario& scenario, std::vector<AreaEdge>& edges) {
  EventSuitePlan suite;
  for (const Event& event : scenario.event) {
    EventPlan& plan = suite.events[static_cast<std::size_t>(suite.count++)];
    plan.kind = static_cast<int>(event.index());
    std::visit(
        [&]<class E>(const E& e) {
          take_trigger(e, scenario, edges, plan);
          const WatchedQuantity watched = plan.watched;
          suite.watch_battery |= watched == WatchedQuantity::charge;
          suite.watch_battery |= watched == WatchedQuantity::voltage;
          suite.watch_estimate |= watched == WatchedQuantity::estimate_error;
          suite.watch_ground |= watched == WatchedQuantity::touchdown;
          if constexpr (LeavesTrajectory<E>) suite.divert = true;
          if constexpr (EndsFlight<E>) suite.end_flights = plan.ends = true;
          if constexpr (WeakensRotor<E> || HoldsRotor<E> || LeavesOutRotor<E>) {
            plan.rotors = e.rotor_bits();
          }
          if constexpr (LeavesOutRotor<E>) plan.allocation = ++suite.reallocations;
          if constexpr (WeakensRotor<E>) suite.failing |= plan.rotors;
          if constexpr (HoldsRotor<E>) suite.sticking |= plan.rotors;
          if constexpr (AddsDrag<E>) suite.add_drag = true;
          if constexpr (ReplacesDrag<E>) suite.change_drag = true;
          if constexpr (DragsRotor<E>) {
            if (e.rotor_drag_area_m2) suite.dragging |= plan.rotors;
          }
          if constexpr (SilencesSensor<E>) {
            plan.sensors = sensors_named(scenario.sensors, e.sensor);
            suite.silence_sensors = true;
          }
          if constexpr (DropsMass<E>) suite.drop_mass = true;
          if constexpr (ScalesGains<E>) suite.change_gains = true;
        },
        event);
  }
  suite.edges = edges.data();
  suite.edge_count = static_cast<int>(edges.size());
  return suite;
}

bool fold_events(const Scenario& scenario, double step_s, double density_kg_m3, double* row) {
  const double mass = std::visit([](const auto& v) { return v.mass_kg; }, *scenario.vehicle);
  double lost = 0.0;
  for (const Event& event : scenario.event) {
    EventConstants<double> c{never, 0.0, never, 0.0, {}};
    std::visit(
        [&]<class E>(const E& e) {
          c.threshold = threshold_of(e).threshold;
          auto own = e.fold(mass);
          if constexpr (AddsDrag<E> || DragsRotor<E>) own.drag *= density_kg_m3;
          if constexpr (ReplacesDrag<E>) own.drag = density_kg_m3 * own.drag;
          std::memcpy(c.own.data(), &own, event_numbers<E>() * sizeof(double));
          if constexpr (EndsFlight<E>) {
            c.start = e.at_s ? *e.at_s + e.delay_s : never, c.delay = e.delay_s;
          } else if (e.at_s) {
            c.start = before_step_at(*e.at_s + e.delay_s, step_s);
          } else {
            c.delay = first_step_at(e.delay_s, step_s) * step_s;
          }
          if constexpr (std::derived_from<E, PassingTrigger>) {
            if (e.duration_s && e.at_s) {
              const double end_s = *e.at_s + e.delay_s + *e.duration_s;
              c.duration = before_step_at(end_s, step_s) - c.start;
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
