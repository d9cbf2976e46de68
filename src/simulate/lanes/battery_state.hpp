#pragma once
/// The battery of one pack of samples over a flight: its output in each step, and the limit that it
/// leaves for rotor speeds. Compiled once per type of lanes, not once per vehicle.

#include "dynamics/vehicles/operating_voltage.hpp"
#include "plan/flight_totals.hpp"
#include "simulate/lanes/gather.hpp"

namespace montecopter {

template <class S>
class BatteryState {
 public:
  using Flying = decltype(S(0.0) < S(0.0));

  [[gnu::noinline]] BatteryState(const FlightPlan& plan, const LaneIo* lanes, int count)
      : step_s_(plan.step_s), form_(plan.battery) {
    if (plan.has_battery) start(gather_struct<S>(lanes, count, plan.parts->battery));
  }

  /// Begins a step and subtracts the charge that the previous step has drawn, in the lanes that
  /// fly. Must be called for every step in turn.
  [[gnu::noinline]] void begin_step(const BatteryFault<S>& fault, const Flying& flying) {
    const S zero(0.0), dt(step_s_);
    energy_ = select(flying, fma(dt, now_.power, energy_), energy_);
    const S charge = fnma(dt * drain(), c_.per_charge, charge_);
    charge_ = select(flying, max(charge, zero), charge_);
    if (form_ != BatteryForm{}) step_parts(flying);
    open_circuit_ = max(open_circuit_voltage(form_, c_, charge_) - fault.drop, zero);
    inner_ = open_circuit_;
    resistance_ = fault.factor * c_.resistance;
    if (form_ != BatteryForm{}) use_parts(flying);
    if (form_.stops) command_limit_ = select(is_empty_ == zero, command_limit_, zero);
  }

  /// Loads the battery for the whole step with rotors that take `shaft_power` at its start.
  [[gnu::noinline]] void give(const S& shaft_power, const Flying& flying) {
    now_ = battery_output(open_circuit_, resistance_, load(shaft_power));
    note_output(flying);
  }

  /// Loads the battery for the whole step with electric motors, as they turn at its start.
  [[gnu::noinline]] void supply(const ElectricLoad<S>& motors, const Flying& flying) {
    now_ = battery_output<S>(open_circuit_, resistance_, motors, c_.avionics);
    note_output(flying);
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

  /// Shaft power or thrust of the rotors, by which they draw current.
  template <class Vehicle>
  S drawn(const Vehicle& vehicle, const typename Vehicle::StateType& state,
          const typename Vehicle::Input& input) const {
    if constexpr (requires { vehicle.total_thrust(state, input); }) {
      if (form_.by_thrust) return vehicle.total_thrust(state, input);
    }
    return vehicle.shaft_power(state, input);
  }

  /// 0 where the battery is empty and stops, else 1.
  S supplies() const { return form_.stops ? S(1.0) - is_empty_ : S(1.0); }
  /// Shaft power, or power of the motors, per power drawn: 1 / efficiency.
  const S& per_efficiency() const { return c_.per_shaft_power; }

  /// Fraction of the highest commands that the voltage allows.
  const S& command_limit() const { return command_limit_; }

  const S& voltage() const { return now_.voltage; }      ///< under load [V]
  const S& current() const { return now_.current; }      ///< drawn [A]
  const S& state_of_charge() const { return charge_; }   ///< [1]
  const S& temperature() const { return temperature_; }  ///< [K]

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    for (int i = 0; i < count; ++i) {
      BatteryUse& use = lanes[i].battery_use;
      use.energy_j = energy_.lane(i), use.lowest_v = lowest_.lane(i);
      use.state_of_charge = charge_.lane(i);
      use.lowest_cell_v = lowest_.lane(i) * c_.per_cell.lane(i);
      if (form_ == BatteryForm{}) continue;
      use.emptied_s = use_.emptied_s.lane(i), use.most_current_a = use_.most_current.lane(i);
      use.loss_j = use_.loss.lane(i), use.highest_k = use_.highest.lane(i);
    }
  }

 private:
  void note_output(const Flying& flying) {
    lowest_ = select(flying, min(now_.voltage, lowest_), lowest_);
    if (form_ != BatteryForm{})
      use_.most_current = select(flying, max(now_.current, use_.most_current), use_.most_current);
    command_limit_ = command_limit_at(now_.voltage);
  }

  S command_limit_at(const S& voltage) const {
    const S limit = min(voltage / c_.full_command, S(1.0));
    return form_.stops ? select(is_empty_ == S(0.0), limit, S(0.0)) : limit;
  }

  /// Power that rotors and avionics draw; the motors of an empty battery that stops draw none.
  S load(const S& shaft_power) const {
    const S drawn = fma(c_.per_shaft_power, shaft_power, c_.avionics);
    return form_.stops ? select(is_empty_ == S(0.0), drawn, c_.avionics) : drawn;
  }

  /// Current by which the charge falls [A]: more than that drawn where the capacity falls with it.
  S drain() const {
    S drawn = now_.current;
    if (form_.rate) {
      const S ratio = max(now_.current * c_.per_rated_current, S(1e-9));
      drawn = drawn * exp(c_.rate_exponent * log(ratio));
    }
    if (form_.thermal) drawn = drawn / at_temperature(c_, c_.capacity_slope, temperature_);
    return drawn;
  }

  /// Moves branch and temperature over the previous step, whose current was held: exactly.
  void step_parts(const Flying& flying) {
    const S zero(0.0), dt(step_s_), current = now_.current;
    const S settled = warmth_ * (c_.branch_resistance * current);
    S heat = (resistance_ * current) * current;
    use_.loss = select(flying, fma(dt * (inner_ - now_.voltage), current, use_.loss), use_.loss);
    if (form_.relaxation) {
      const S after = fma(branch_decay_, branch_ - settled, settled);
      const S middle = S(0.5) * (branch_ + after), r = warmth_ * c_.branch_resistance;
      heat = heat + select(zero < r, middle * middle / r, zero);
      branch_ = select(flying, after, branch_);
    }
    if (!form_.thermal) return;
    const S steady = c_.ambient + heat / c_.cooling;
    temperature_ = select(flying, fma(heat_decay_, temperature_ - steady, steady), temperature_);
    use_.highest = max(temperature_, use_.highest);
    warmth_ = at_temperature(c_, c_.resistance_slope, temperature_);
  }

  /// Voltage and resistance that branch and temperature leave, and whether the battery is empty.
  void use_parts(const Flying& flying) {
    const S zero(0.0);
    const auto empty = open_circuit_voltage(form_, c_, charge_) < c_.empty;
    const S now_empty = select(empty, S(1.0), select(zero < charge_, zero, S(1.0)));
    const auto just = flying & (is_empty_ < now_empty);
    use_.emptied_s = select(just, S(step_s_) * steps_, use_.emptied_s);
    is_empty_ = max(is_empty_, now_empty);
    steps_ = steps_ + S(1.0);
    open_circuit_ = max(open_circuit_ - branch_, zero);
    resistance_ = warmth_ * resistance_;
  }

  void start(const BatteryConstants<S>& constants) {
    c_ = constants;
    charge_ = c_.state_of_charge;
    energy_ = S(0.0), command_limit_ = S(1.0), lowest_ = c_.empty + c_.span;
    now_ = {lowest_, S(0.0), S(0.0)}, inner_ = lowest_;
    branch_ = S(0.0), is_empty_ = S(0.0), steps_ = S(0.0), warmth_ = S(1.0);
    temperature_ = c_.initial, resistance_ = c_.resistance;
    const S dt(step_s_);
    branch_decay_ = exp(-(dt * c_.branch_rate));
    heat_decay_ = exp(-(dt * (c_.cooling * c_.per_heat_capacity)));
    if (form_.thermal) warmth_ = at_temperature(c_, c_.resistance_slope, temperature_);
    use_ = {S(not_yet_s), S(0.0), S(0.0), temperature_};
  }

  /// Totals of batteries with parts.
  struct Use {
    S emptied_s, most_current, loss, highest;
  };

  double step_s_;
  BatteryForm form_;
  BatteryConstants<S> c_;
  BatteryOutput<S> now_;
  S open_circuit_, resistance_;  ///< in this step, less the branch [V]; [ohm]
  S inner_;                      ///< open-circuit voltage [V]
  S charge_;                     ///< charge left [1]
  S energy_;                     ///< drawn [J]
  S lowest_;                     ///< lowest voltage [V]
  S command_limit_;
  S branch_, branch_decay_;     ///< voltage of the branch [V]; its decay over a step
  S temperature_, heat_decay_;  ///< [K]
  S warmth_;                    ///< factor of resistances
  S is_empty_, steps_;          ///< 1: it has been empty; steps so far
  Use use_;
};

}  // namespace montecopter
