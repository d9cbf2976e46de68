#include "scenario/checks/event_start.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/numerics/degrees.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

/// Whether a line to the north crosses an odd number of edges, as in the kernels (Events).
bool contains(const Area& area, double north, double east, double altitude) {
  if (altitude < area.low_m.value_or(altitude) || area.high_m.value_or(altitude) < altitude)
    return false;
  bool is_inside = false;
  for (std::size_t i = 0; i < area.corners_m.size(); ++i) {
    const auto& a = area.corners_m[i];
    const auto& b = area.corners_m[(i + 1) % area.corners_m.size()];
    if ((east < a[1]) == (east < b[1])) continue;
    if (north < a[0] + (east - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) is_inside = !is_inside;
  }
  return is_inside;
}

/// The quantity of a condition at the start, in the unit of its key, if the scenario gives it.
std::optional<double> at_start(WatchedQuantity watched, const Scenario& scenario) {
  const InitialState& start = scenario.simulation.initial;
  const auto& v = start.velocity_m_s;
  const auto& q = start.attitude;
  switch (watched) {
    case WatchedQuantity::altitude:
      return -start.position_m[2];
    case WatchedQuantity::speed:
      return std::hypot(v[0], v[1], v[2]);
    case WatchedQuantity::distance:
      return 0.0;
    case WatchedQuantity::tilt: {
      if (start.trimmed) return std::nullopt;
      const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
      return 2 * std::asin(std::min(1.0, std::hypot(q[1], q[2]) / length)) * deg_per_rad;
    }
    case WatchedQuantity::charge: {
      const Battery* battery = battery_of(*scenario.vehicle);
      return battery == nullptr ? std::nullopt : std::optional(battery->state_of_charge);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string_view true_at_start(const Condition& c, const Scenario& scenario) {
  const auto& p = scenario.simulation.initial.position_m;
  if (const Area* area = area_of(c)) {
    if (contains(*area, p[0], p[1], -p[2]) != c.enters.has_value()) return "";
    return c.enters ? "the flight starts inside the area" : "the flight starts outside the area";
  }
  for (const ConditionKey& key : condition_keys) {
    const std::optional<double>& threshold = c.*key.threshold;
    const auto x = threshold ? at_start(key.watched, scenario) : std::nullopt;
    if (x && (key.above ? *threshold < *x : *x < *threshold))
      return "the condition holds at the start";
  }
  return "";
}

}  // namespace montecopter
