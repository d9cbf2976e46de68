#pragma once
/// When an event begins: at a time, as soon as a condition holds, or after another event, once per
/// flight.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/area.hpp"

namespace montecopter {

/// The quantity that a condition compares, as kernels know it.
enum class WatchedQuantity : int {
  time,
  altitude,
  speed,
  tilt,
  distance,
  area,
  event,
  charge,
  voltage,
  estimate_error,
  touchdown
};

/// One comparison with the state of a flight. The first step that starts so begins the event.
struct Condition {
  static constexpr std::array<std::string_view, 14> exactly_one = {"altitude_above_m",
                                                                   "altitude_below_m",
                                                                   "speed_above_m_s",
                                                                   "speed_below_m_s",
                                                                   "tilt_above_deg",
                                                                   "tilt_below_deg",
                                                                   "distance_above_m",
                                                                   "distance_below_m",
                                                                   "state_of_charge_below",
                                                                   "battery_voltage_below_v",
                                                                   "estimate_error_above_m",
                                                                   "touchdown",
                                                                   "enters",
                                                                   "leaves"};

  std::optional<double> altitude_above_m, altitude_below_m, speed_above_m_s, speed_below_m_s;
  std::optional<double> tilt_above_deg, tilt_below_deg, distance_above_m, distance_below_m;
  std::optional<double> state_of_charge_below, battery_voltage_below_v, estimate_error_above_m;
  bool touchdown = false;
  std::optional<Area> enters, leaves;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "touchdown" && !touchdown; }

  static constexpr auto fields() {
    using C = Condition;
    return FieldList{
        field("altitude_above_m", &C::altitude_above_m, "m", any_number, Vary::per_sample,
              "Altitude (-z) above which it begins"),
        field("altitude_below_m", &C::altitude_below_m, "m", any_number, Vary::per_sample,
              "Altitude (-z) below which it begins"),
        field("speed_above_m_s", &C::speed_above_m_s, "m s-1", non_negative, Vary::per_sample,
              "Speed over the ground above which it begins"),
        field("speed_below_m_s", &C::speed_below_m_s, "m s-1", non_negative, Vary::per_sample,
              "Speed over the ground below which it begins"),
        field("tilt_above_deg", &C::tilt_above_deg, "degree", between(0, 180), Vary::per_sample,
              "Angle between body z and world z above which it begins"),
        field("tilt_below_deg", &C::tilt_below_deg, "degree", between(0, 180), Vary::per_sample,
              "Angle between body z and world z below which it begins"),
        field("distance_above_m", &C::distance_above_m, "m", non_negative, Vary::per_sample,
              "Distance from the start above which it begins"),
        field("distance_below_m", &C::distance_below_m, "m", non_negative, Vary::per_sample,
              "Distance from the start below which it begins"),
        field("state_of_charge_below", &C::state_of_charge_below, "1", between(0, 1),
              Vary::per_sample, "Remaining fraction of the charge below which it begins"),
        field("battery_voltage_below_v", &C::battery_voltage_below_v, "V", non_negative,
              Vary::per_sample, "Terminal voltage of the battery below which it begins"),
        field("estimate_error_above_m", &C::estimate_error_above_m, "m", non_negative,
              Vary::per_sample, "Error of the estimated position above which it begins"),
        field("touchdown", &C::touchdown,
              "true: it begins when the vehicle, which has been in the air, touches the ground"),
        field("enters", &C::enters, "Area in which it begins"),
        field("leaves", &C::leaves, "Area outside of which it begins"),
    };
  }
};

/// The quantity that a key of a condition compares.
struct ConditionKey {
  std::string_view key;
  std::optional<double> Condition::*threshold;
  WatchedQuantity watched;
  bool above;
};
inline constexpr std::array<ConditionKey, 11> condition_keys = {{
    {"altitude_above_m", &Condition::altitude_above_m, WatchedQuantity::altitude, true},
    {"altitude_below_m", &Condition::altitude_below_m, WatchedQuantity::altitude, false},
    {"speed_above_m_s", &Condition::speed_above_m_s, WatchedQuantity::speed, true},
    {"speed_below_m_s", &Condition::speed_below_m_s, WatchedQuantity::speed, false},
    {"tilt_above_deg", &Condition::tilt_above_deg, WatchedQuantity::tilt, true},
    {"tilt_below_deg", &Condition::tilt_below_deg, WatchedQuantity::tilt, false},
    {"distance_above_m", &Condition::distance_above_m, WatchedQuantity::distance, true},
    {"distance_below_m", &Condition::distance_below_m, WatchedQuantity::distance, false},
    {"state_of_charge_below", &Condition::state_of_charge_below, WatchedQuantity::charge, false},
    {"battery_voltage_below_v", &Condition::battery_voltage_below_v, WatchedQuantity::voltage,
     false},
    {"estimate_error_above_m", &Condition::estimate_error_above_m, WatchedQuantity::estimate_error,
     true},
}};
static_assert(
    std::equal(condition_keys.begin(), condition_keys.end(), Condition::exactly_one.begin(),
               [](const ConditionKey& row, std::string_view key) { return row.key == key; }));

/// The area of a condition, or null.
inline const Area* area_of(const Condition& c) {
  return c.enters ? &*c.enters : c.leaves ? &*c.leaves : nullptr;
}

/// Base of every event.
struct Trigger {
  static constexpr std::array<std::string_view, 3> exactly_one = {"at_s", "when", "after"};

  std::string name;
  std::optional<double> at_s;
  std::optional<Condition> when;
  std::string after;
  double delay_s = 0.0;

  /// See TypeSchema::says_nothing. Keys that came later change neither text nor hash of scenarios
  /// without them.
  bool says_nothing(std::string_view key) const {
    return (key == "name" && name.empty()) || (key == "after" && after.empty()) ||
           (key == "delay_s" && delay_s == 0.0);
  }

  static constexpr auto fields() {
    using T = Trigger;
    return FieldList{
        field("name", &T::name, "Name for after and for at(...) in formulas; default: none"),
        field("at_s", &T::at_s, "s", non_negative, Vary::per_sample,
              "Start time; the event begins with the first step that starts then or later, but an "
              "event of the type end ends the flight at exactly this time"),
        field("when", &T::when, "Condition that starts it (instead of at_s)"),
        field("after", &T::after,
              "Name of an earlier event of the list that starts it (instead of at_s)"),
        field("delay_s", &T::delay_s, "s", non_negative, Vary::per_sample,
              "Time from at_s, the condition or the other event to its start, for example a "
              "reaction time"),
    };
  }
};

/// Base of those that pass.
struct PassingTrigger : Trigger {
  std::optional<double> duration_s;

  static constexpr auto fields() {
    using T = PassingTrigger;
    return join(Trigger::fields(),
                FieldList{field("duration_s", &T::duration_s, "s", positive, Vary::per_sample,
                                "Duration; default: to the end of the flight")});
  }
};

}  // namespace montecopter
