#pragma once
/// The battery of a multirotor: an open-circuit voltage behind a resistance. docs/models.md 1.13.
/// Its keys, and fold_battery(), which SampleBuilder calls to make the constants of each sample, a
/// part of its row. BatteryState (simulate/lanes/) steps it, once per step of a flight.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/scalar.hpp"

namespace montecopter {

struct Battery {
  double full_voltage_v = required, empty_voltage_v = required;
  double resistance_ohm = required;
  double capacity_a_s = required;
  double state_of_charge = 1.0;
  double full_command_voltage_v = required;
  double efficiency = required;
  double avionics_power_w = 0.0;

  static constexpr auto fields() {
    using B = Battery;
    constexpr Vary each = Vary::per_sample;
    constexpr Range voltages = between(1e-3, 1e6);  // whose squares neither vanish nor overflow
    return FieldList{
        field("full_voltage_v", &B::full_voltage_v, "V", voltages, each,
              "Open-circuit voltage of the full battery"),
        field("empty_voltage_v", &B::empty_voltage_v, "V", voltages, each,
              "Open-circuit voltage of the empty battery; linear in the charge between both"),
        field("resistance_ohm", &B::resistance_ohm, "ohm", between(0, 1e6), each,
              "Internal resistance"),
        field("capacity_a_s", &B::capacity_a_s, units::charge, positive, each,
              "Charge from full to empty"),
        field("state_of_charge", &B::state_of_charge, "1", between(0, 1), each,
              "Initial charge, as a fraction of the capacity"),
        field("full_command_voltage_v", &B::full_command_voltage_v, "V", voltages, each,
              "Lowest voltage under load at which the motors reach their highest command; below "
              "it, that limit is proportional to the voltage"),
        field("efficiency", &B::efficiency, "1", between(0.01, 1), each,
              "Efficiency: mechanical power of the rotors per electric power of motors and "
              "controllers"),
        field("avionics_power_w", &B::avionics_power_w, "W", between(0, 1e9), each,
              "Constant power of the avionics"),
    };
  }
};

/// A battery folded for the kernels. All members are S.
template <class S>
struct BatteryConstants {
  S empty, span;  ///< open-circuit voltage: empty + span * state of charge [V]
  S resistance;   ///< [ohm]
  S per_charge;   ///< 1 / capacity [1/(A s)]
  S state_of_charge;
  S full_command;               ///< [V]
  S per_shaft_power, avionics;  ///< 1 / efficiency; [W]
};

inline BatteryConstants<double> fold_battery(const Battery& b) {
  return {b.empty_voltage_v,  b.full_voltage_v - b.empty_voltage_v,
          b.resistance_ohm,   1.0 / b.capacity_a_s,
          b.state_of_charge,  b.full_command_voltage_v,
          1.0 / b.efficiency, b.avionics_power_w};
}

/// Whether draws have left one that could be.
inline bool is_battery(const Battery& b) { return b.empty_voltage_v <= b.full_voltage_v; }

/// State of a battery after faults.
template <class S>
struct BatteryFault {
  S drop;    ///< of the open-circuit voltage [V]
  S factor;  ///< of the resistance
};

/// Output of a battery.
template <class S>
struct BatteryOutput {
  S voltage, current, power;  ///< [V], [A], [W]
};

/// Under a load that takes a power whatever the voltage is: the upper root of V = V_oc - R P / V.
/// More than V_oc^2 / (4 R) cannot be had; then the voltage is that of the greatest power, V_oc
/// / 2.
template <class S>
BatteryOutput<S> battery_output(const S& open_circuit, const S& resistance, const S& power) {
  const S zero(0.0), half(0.5), four(4.0);
  const S square = open_circuit * open_circuit;
  const S left = fnma(four * resistance, power, square);
  const S voltage = half * (open_circuit + sqrt(max(left, zero)));
  const S given = select(left < zero, square / (four * resistance), power);
  const auto gives = zero < voltage;
  return {voltage, select(gives, given / voltage, zero), select(gives, given, zero)};
}

}  // namespace montecopter
