#pragma once
/// The battery of a vehicle: an open-circuit voltage behind a resistance. Its optional parts are
/// a branch of resistance and capacitance, Tremblay's discharge curve, a capacity that falls with
/// the current, and a temperature. docs/models.md 1.13. SampleBuilder calls fold_battery() to make
/// the constants of each sample, a part of its row. BatteryState (simulate/lanes/) steps it, once
/// per step of a flight.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/powers.hpp"
#include "core/numerics/scalar.hpp"

namespace montecopter {

/// A resistance beside a capacitance, in series with the battery.
struct BatteryRelaxation {
  double resistance_ohm = required, time_constant_s = required;

  static constexpr auto fields() {
    using B = BatteryRelaxation;
    return FieldList{
        field("resistance_ohm", &B::resistance_ohm, "ohm", between(0, 1e6), Vary::per_sample,
              "Resistance R1 of the branch"),
        field("time_constant_s", &B::time_constant_s, "s", positive, Vary::per_sample,
              "Time constant R1 C1 with which its voltage follows the current"),
    };
  }
};

/// Open-circuit voltage over the charge drawn, by Tremblay.
struct BatteryCurve {
  double exponential_voltage_v = required, exponential_charge_a_s = required;
  double polarisation_voltage_v = required;

  static constexpr auto fields() {
    using B = BatteryCurve;
    return FieldList{
        field("exponential_voltage_v", &B::exponential_voltage_v, "V", between(0, 1e6),
              Vary::per_sample, "Voltage A that is lost over the exponential zone"),
        field("exponential_charge_a_s", &B::exponential_charge_a_s, units::charge, positive,
              Vary::per_sample, "Charge 1/B over which that zone falls to 1/e"),
        field("polarisation_voltage_v", &B::polarisation_voltage_v, "V", between(0, 1e6),
              Vary::per_sample, "Polarisation voltage K: K (C / (C - it) - 1) is lost"),
    };
  }
};

/// Capacity that falls with the current, by Peukert.
struct BatteryRate {
  double rated_current_a = required, exponent = required;

  static constexpr auto fields() {
    using B = BatteryRate;
    return FieldList{
        field("rated_current_a", &B::rated_current_a, "A", positive, Vary::per_sample,
              "Current at which the battery has its capacity_a_s"),
        field("exponent", &B::exponent, "1", between(1, 3), Vary::per_sample,
              "Peukert's exponent k: the charge falls by (I / rated_current_a)^(k - 1) times the "
              "current"),
    };
  }
};

/// Temperature of the battery as one mass.
struct BatteryThermal {
  double heat_capacity_j_k = required, cooling_w_k = required;
  double ambient_k = 288.15;
  std::optional<double> initial_k;
  double reference_k = 298.15;
  double resistance_1_k = 0.0, capacity_1_k = 0.0;

  static constexpr auto fields() {
    using B = BatteryThermal;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("heat_capacity_j_k", &B::heat_capacity_j_k, "J K-1", positive, each,
              "Heat capacity of the battery"),
        field("cooling_w_k", &B::cooling_w_k, "W K-1", positive, each,
              "Heat flow to the air per difference of temperatures"),
        field("ambient_k", &B::ambient_k, "K", positive, each, "Temperature of the air around it"),
        field("initial_k", &B::initial_k, "K", positive, each,
              "Temperature at the start; default: ambient_k"),
        field("reference_k", &B::reference_k, "K", positive, each,
              "Temperature to which resistances and capacity belong"),
        field("resistance_1_k", &B::resistance_1_k, "K-1", between(-0.1, 0.1), each,
              "Relative change of all resistances per kelvin above reference_k; negative: less "
              "when warm. A resistance never falls below a tenth of its value"),
        field("capacity_1_k", &B::capacity_1_k, "K-1", between(-0.1, 0.1), each,
              "Relative change of the capacity per kelvin above reference_k. The capacity never "
              "falls below a tenth of its value"),
    };
  }
};

/// Behaviour of an empty battery.
inline constexpr std::array<Choice, 2> when_empty_words = {{
    {"holds", "the flight goes on at the voltage that is left"},
    {"stops", "the motors get no more current"},
}};

struct Battery {
  double full_voltage_v = required, empty_voltage_v = required;
  double resistance_ohm = required;
  double capacity_a_s = required;
  double state_of_charge = 1.0;
  std::optional<double> full_command_voltage_v;
  std::optional<double> efficiency, thrust_per_power_n_w;
  double avionics_power_w = 0.0;
  std::optional<std::int64_t> cells;
  std::string when_empty = "holds";
  std::optional<BatteryRelaxation> relaxation;
  std::optional<BatteryCurve> curve;
  std::optional<BatteryRate> rate;
  std::optional<BatteryThermal> thermal;

  /// See TypeSchema::says_nothing. A key that came later changes neither text nor hash of scenarios
  /// without it.
  bool says_nothing(std::string_view key) const {
    return key == "when_empty" && when_empty == "holds";
  }

  static constexpr auto fields() {
    using B = Battery;
    constexpr Vary each = Vary::per_sample;
    constexpr Range voltages = between(1e-3, 1e6);  // whose squares neither vanish nor overflow
    return FieldList{
        field("full_voltage_v", &B::full_voltage_v, "V", voltages, each,
              "Open-circuit voltage of the full battery"),
        field("empty_voltage_v", &B::empty_voltage_v, "V", voltages, each,
              "Open-circuit voltage of the empty battery; linear in the charge between both, "
              "unless there is a curve"),
        field("resistance_ohm", &B::resistance_ohm, "ohm", between(0, 1e6), each,
              "Internal resistance"),
        field("capacity_a_s", &B::capacity_a_s, units::charge, positive, each,
              "Charge from full to empty"),
        field("state_of_charge", &B::state_of_charge, "1", between(0, 1), each,
              "Initial charge, as a fraction of the capacity"),
        field("full_command_voltage_v", &B::full_command_voltage_v, "V", voltages, each,
              "Lowest voltage under load at which the motors reach their highest command; below "
              "it, that limit is proportional to the voltage. For a helicopter, it limits the "
              "throttle, and may be left out. Electric motors, whose speed follows the voltage, "
              "refuse it"),
        field("efficiency", &B::efficiency, "1", between(0.01, 1), each,
              "Efficiency: mechanical power of the rotors per electric power of motors and "
              "controllers, for electric motors that of the speed controllers alone. It is "
              "required unless thrust_per_power_n_w is given"),
        field("thrust_per_power_n_w", &B::thrust_per_power_n_w, "N W-1", between(1e-6, 1e6), each,
              "Thrust of the rotors per electric power, in place of efficiency: for rotors without "
              "a speed"),
        field("avionics_power_w", &B::avionics_power_w, "W", between(0, 1e9), each,
              "Constant power of the avionics"),
        field("cells", &B::cells, "1", between(1, 1000), Vary::fixed,
              "Number of cells in series, for the metric min_cell_voltage_v; default: unknown"),
        field("when_empty", &B::when_empty, when_empty_words, "What an empty battery does"),
        field("relaxation", &B::relaxation, "Branch of resistance and capacitance; default: none"),
        field("curve", &B::curve, "Discharge curve; default: linear in the charge"),
        field("rate", &B::rate, "Capacity over current; default: the same at any current"),
        field("thermal", &B::thermal, "Temperature; default: none"),
    };
  }
};

/// Parts that the battery of a flight has: the same for all samples.
struct BatteryForm {
  bool relaxation = false, curve = false, rate = false, thermal = false, stops = false;
  bool by_thrust = false;  ///< the power drawn is proportional to the thrust

  friend bool operator==(const BatteryForm&, const BatteryForm&) = default;
};

inline BatteryForm form_of(const Battery& b) {
  return {b.relaxation.has_value(), b.curve.has_value(),     b.rate.has_value(),
          b.thermal.has_value(),    b.when_empty == "stops", b.thrust_per_power_n_w.has_value()};
}

/// Whether flights have the metrics of a battery with such parts.
inline bool has_parts(const Battery& b) { return form_of(b) != BatteryForm{}; }

/// A battery folded for the kernels. All members are S.
template <class S>
struct BatteryConstants {
  S empty, span;  ///< open-circuit voltage: empty + span * state of charge [V]
  S resistance;   ///< [ohm]
  S per_charge;   ///< 1 / capacity [1/(A s)]
  S state_of_charge;
  S full_command;                                ///< [V]
  S per_shaft_power, avionics;                   ///< 1 / efficiency, or per thrust [W/N]; [W]
  S branch_resistance, branch_rate;              ///< [ohm], 1 / time constant [1/s]
  S exponential, polarisation, per_exponential;  ///< [V], [V], capacity B [1]
  S per_rated_current, rate_exponent;            ///< [1/A], k - 1
  S per_heat_capacity, cooling;                  ///< [K/J], [W/K]
  S ambient, initial, reference;                 ///< [K]
  S resistance_slope, capacity_slope;            ///< [1/K]
  S per_cell;                                    ///< 1 / number of cells; 0: unknown
};

inline BatteryConstants<double> fold_battery(const Battery& b) {
  BatteryConstants<double> c{};
  c.empty = b.empty_voltage_v, c.span = b.full_voltage_v - b.empty_voltage_v;
  c.resistance = b.resistance_ohm, c.per_charge = 1.0 / b.capacity_a_s;
  c.state_of_charge = b.state_of_charge, c.full_command = b.full_command_voltage_v.value_or(1e-9);
  c.per_shaft_power = 1.0 / b.thrust_per_power_n_w.value_or(b.efficiency.value_or(1.0));
  c.avionics = b.avionics_power_w;
  c.per_cell = b.cells ? 1.0 / static_cast<double>(*b.cells) : 0.0;
  if (b.relaxation) {
    c.branch_resistance = b.relaxation->resistance_ohm;
    c.branch_rate = 1.0 / b.relaxation->time_constant_s;
  }
  if (b.curve) {
    c.exponential = b.curve->exponential_voltage_v;
    c.polarisation = b.curve->polarisation_voltage_v;
    c.per_exponential = b.capacity_a_s / b.curve->exponential_charge_a_s;
  }
  if (b.rate) {
    c.per_rated_current = 1.0 / b.rate->rated_current_a, c.rate_exponent = b.rate->exponent - 1.0;
  }
  if (b.thermal) {
    const BatteryThermal& t = *b.thermal;
    c.per_heat_capacity = 1.0 / t.heat_capacity_j_k, c.cooling = t.cooling_w_k;
    c.ambient = t.ambient_k, c.initial = t.initial_k.value_or(t.ambient_k);
    c.reference = t.reference_k;
    c.resistance_slope = t.resistance_1_k, c.capacity_slope = t.capacity_1_k;
  }
  return c;
}

/// Open-circuit voltage at a state of charge. The curve is Tremblay's, written from the full
/// battery on: U_full - K (1 / s - 1) - A (1 - exp(-B C (1 - s))).
template <class S>
S open_circuit_voltage(const BatteryForm& form, const BatteryConstants<S>& c, const S& charge) {
  if (!form.curve) return fma(c.span, charge, c.empty);
  const S one(1.0), left = max(charge, S(1e-9)), drawn = one - charge;
  const S exponential = c.exponential * (one - exp(-(c.per_exponential * drawn)));
  return ((c.empty + c.span) - c.polarisation * (one / left - one)) - exponential;
}

/// Factor of a quantity with a relative slope at a temperature.
template <class S>
S at_temperature(const BatteryConstants<S>& c, const S& slope, const S& temperature) {
  return max(fma(slope, temperature - c.reference, S(1.0)), S(0.1));
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

/// A load whose current grows with the voltage V: conductance V - back_current [1/ohm], [A].
template <class S>
struct ElectricLoad {
  S conductance, back_current;
};

/// Output under electric motors and a constant power P beside them. The voltage is the upper root
/// of (1 + R g) V^2 - (V_oc + R b) V + R P = 0, which is V = V_oc - R (g V - b + P / V).
template <class S>
BatteryOutput<S> battery_output(const S& open_circuit, const S& resistance,
                                const ElectricLoad<S>& motors, const S& power) {
  const S zero(0.0), one(1.0), four(4.0);
  const S a = fma(resistance, motors.conductance, one);
  const S b = fma(resistance, motors.back_current, open_circuit);
  const S left = max(fnma(four * a * resistance, power, b * b), zero);
  const S voltage = (b + sqrt(left)) / (a + a);
  const auto gives = zero < voltage;
  const S drawn = fma(motors.conductance, voltage, -motors.back_current);
  const S current = drawn + select(gives, power / voltage, zero);
  return {voltage, current, voltage * current};
}

}  // namespace montecopter
