#pragma once
/// The battery of one pack of samples over a flight: its output in each step, and the limit that it
/// leaves for rotor speeds. Compiled once per type of lanes, not once per vehicle.

#include "dynamics/vehicles/operating_voltage.hpp"
#include "simulate/lanes/gather.hpp"

namespace montecopter {

template <class S>
class BatteryState {
 public:
  using Flying = decltype(S(0.0) < S(0.0));

  [[gnu::noinline]] BatteryState(const FlightPlan& plan, const LaneIo* lanes, int count)
      : step_s_(plan.step_s) {
    if (plan.has_battery) start(gather_struct<S>(lanes, count, plan.parts->battery));
  }

  /// Begins a step and subtracts the charge that the previous step has drawn, in the lanes that
  /// fly. Must be called for every step in turn.
  [[gnu::noinline]] void begin_step(const BatteryFault<S>& fault, const Flying& flying) {
    const S zero(0.0), dt(step_s_);
    energy_ = select(flying, fma(dt, now_.power, energy_), energy_);
    const S charge = fnma(dt * now_.current, c_.per_charge, charge_);
    charge_ = select(flying, max(charge, zero), charge_);
    open_circuit_ = max(fma(c_.span, charge_, c_.empty) - fault.drop, zero);
    resistance_ = fault.factor * c_.resistance;
  }

  /// Loads the battery for the whole step with rotors that take `shaft_power` at its start.
  [[gnu::noinline]] void give(const S& shaft_power, const Flying& flying) {
    now_ = battery_output(open_circuit_, resistance_, load(shaft_power));
    lowest_ = select(flying, min(now_.voltage, lowest_), lowest_);
    command_limit_ = command_limit_at(now_.voltage);
  }

  /// Loads the battery with rotors whose power follows their limits at once:
  /// shaft_power(command_limit).
  template <class ShaftPower>
  void settle(const ShaftPower& shaft_power, const Flying& flying) {
    const S voltage = operating_voltage(open_circuit_, resistance_, [&](const S& v) {
      return load(shaft_power(command_limit_at(v)));
    });
    const S command_limit = command_limit_at(voltage);
    give(shaft_power(command_limit), flying);
    command_limit_ = command_limit;  // equals the limit of the power, to the bit
  }

  /// Fraction of the highest commands that the voltage allows.
  const S& command_limit() const { return command_limit_; }

  const S& voltage() const { return now_.voltage; }     ///< under load [V]
  const S& current() const { return now_.current; }     ///< drawn [A]
  const S& state_of_charge() const { return charge_; }  ///< [1]

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    for (int i = 0; i < count; ++i) {
      lanes[i].battery_use = {energy_.lane(i), lowest_.lane(i), charge_.lane(i)};
    }
  }

 private:
  S command_limit_at(const S& voltage) const { return min(voltage / c_.full_command, S(1.0)); }

  S load(const S& shaft_power) const { return fma(c_.per_shaft_power, shaft_power, c_.avionics); }

  void start(const BatteryConstants<S>& constants) {
    c_ = constants;
    charge_ = c_.state_of_charge;
    energy_ = S(0.0), command_limit_ = S(1.0), lowest_ = c_.empty + c_.span;
    now_ = {lowest_, S(0.0), S(0.0)};
  }

  double step_s_;
  BatteryConstants<S> c_;
  BatteryOutput<S> now_;
  S open_circuit_, resistance_;  ///< in this step [V], [ohm]
  S charge_;                     ///< charge left [1]
  S energy_;                     ///< drawn [J]
  S lowest_;                     ///< lowest voltage [V]
  S command_limit_;
};

}  // namespace montecopter
