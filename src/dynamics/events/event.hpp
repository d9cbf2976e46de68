#pragma once
/// What may happen to a flight on its way. The list of events.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "dynamics/events/trigger.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// Events of one flight.
inline constexpr int max_events = 8;

struct RotorFailure : PassingTrigger {
  static constexpr std::string_view type_name = "rotor_failure";
  static constexpr std::string_view doc = "A rotor loses thrust and torque, in part or altogether";

  std::int64_t rotor = required_integer;
  double effectiveness = 0.0;

  static constexpr auto fields() {
    using E = RotorFailure;
    return join(PassingTrigger::fields(),
                FieldList{
                    field("rotor", &E::rotor, "1", between(0, 15), Vary::fixed,
                          "Which rotor, counted from 0"),
                    field("effectiveness", &E::effectiveness, "1", between(0, 1), Vary::per_sample,
                          "What is left of its thrust and torque: 1 all, 0 nothing"),
                });
  }
  double number() const { return effectiveness; }
};

struct RotorStuck : PassingTrigger {
  static constexpr std::string_view type_name = "rotor_stuck";
  static constexpr std::string_view doc =
      "A rotor keeps the speed that it has and follows no command; one without a speed of its own "
      "(motors direct and load_lag) keeps the command";

  std::int64_t rotor = required_integer;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{field("rotor", &RotorStuck::rotor, "1", between(0, 15), Vary::fixed,
                                "Which rotor, counted from 0")});
  }
  double number() const { return 0.0; }
};

struct SensorOutage : PassingTrigger {
  static constexpr std::string_view type_name = "sensor_outage";
  static constexpr std::string_view doc = "A sensor sees nothing: its readings are missing";

  std::string sensor;

  static constexpr auto fields() {
    return join(
        PassingTrigger::fields(),
        FieldList{field("sensor", &SensorOutage::sensor,
                        "Which: \"NAME.gyroscope\", or \"NAME\" for all of [sensors.NAME]")});
  }
  double number() const { return 0.0; }
};

struct MassDrop : Trigger {
  static constexpr std::string_view type_name = "mass_drop";
  static constexpr std::string_view doc =
      "The vehicle loses mass in its centre of mass; its inertia stays";

  double mass_kg = required;

  static constexpr auto fields() {
    return join(Trigger::fields(), FieldList{field("mass_kg", &MassDrop::mass_kg, "kg", positive,
                                                   Vary::per_sample, "Mass that is lost")});
  }
  double number() const { return mass_kg; }
};

struct GainChange : PassingTrigger {
  static constexpr std::string_view type_name = "gain_change";
  static constexpr std::string_view doc = "All gains of the controller change by a factor";

  double factor = required;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{field("factor", &GainChange::factor, "1", non_negative, Vary::per_sample,
                                "Factor of the gains")});
  }
  double number() const { return factor; }
};

struct BatterySag : PassingTrigger {
  static constexpr std::string_view type_name = "battery_sag";
  static constexpr std::string_view doc =
      "The battery loses open-circuit voltage, or its resistance grows, or both";

  double voltage_drop_v = 0.0, resistance_factor = 1.0;

  static constexpr auto fields() {
    using E = BatterySag;
    constexpr Range factors{.low = 0.0, .high = 1e6, .high_open = false};
    return join(PassingTrigger::fields(),
                FieldList{
                    field("voltage_drop_v", &E::voltage_drop_v, "V", non_negative, Vary::per_sample,
                          "What is missing of the open-circuit voltage"),
                    field("resistance_factor", &E::resistance_factor, "1", factors,
                          Vary::per_sample, "Factor of the internal resistance"),
                });
  }
  double number() const { return voltage_drop_v; }
  double second_number() const { return resistance_factor; }
};

using Event =
    std::variant<RotorFailure, RotorStuck, SensorOutage, MassDrop, GainChange, BatterySag>;

/// The same, for kernels.
enum class EventKind : int {
  rotor_failure,
  rotor_stuck,
  sensor_outage,
  mass_drop,
  gain_change,
  battery_sag
};

/// Of one event and sample. All members are S.
template <class S>
struct EventConstants {
  S start;      ///< half a step before the first [s]; infinite if a condition decides
  S duration;   ///< whole steps [s], or infinite
  S threshold;  ///< of the condition, as Events compares it
  S number;     ///< effectiveness [1], share of the mass [1], factor [1] or drop [V]
  S second;     ///< of battery_sag: factor of the resistance [1]
};

}  // namespace montecopter
