#pragma once
/// Motor with permanent magnets under an electronic speed controller. The controller gives it the
/// duty times the supply voltage V, averaged over its switching, in either direction of the
/// current. The winding's inductance is neglected. In SI units, K = 1 / Kv is the back-EMF per
/// speed as well as the torque per current:
///
///   duty = command / max,   i = (duty V - K w) / R,   J w' = K (i - i0) - Q
///
/// Q is the drag torque of the rotor law, i0 the no-load current (friction and iron losses). The
/// controller draws duty i from its supply. A rotor at rest stays at rest until the torque exceeds
/// that of i0. Sources: R. W. Beard and T. W. McLain, Small Unmanned Aircraft (2012), section 4.3;
/// M. Drela, First-Order DC Electric Motor Model (2007). docs/models.md 1.3.

#include <array>
#include <optional>
#include <string_view>

#include "core/numerics/scalar.hpp"
#include "dynamics/motors/motor.hpp"

namespace montecopter {

struct ElectricMotor : MotorLimits {
  static constexpr std::string_view type_name = "electric";
  static constexpr std::string_view doc =
      "Motor by Kv, resistance and no-load current under a speed controller: the duty is the "
      "command over max";
  static constexpr int states = 1;  ///< rotor speed [rad/s]
  static constexpr bool lags_load = false;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"kv_rad_s_v", "96.34"},
      {"resistance_ohm", "0.12"},
      {"rotor_inertia_kg_m2", "2.5e-5"},
      {"voltage_v", "11.1"},
      {"max", "800.0"},
  });

  double kv_rad_s_v = required;
  double resistance_ohm = required;
  double no_load_current_a = 0.0;
  double rotor_inertia_kg_m2 = required;
  std::optional<double> voltage_v;

  static constexpr auto fields() {
    using M = ElectricMotor;
    constexpr Vary each = Vary::per_sample;
    return join(
        FieldList{
            field("kv_rad_s_v", &M::kv_rad_s_v, units::speed_constant, positive, each,
                  "Speed constant Kv: speed per volt of the back-EMF"),
            field("resistance_ohm", &M::resistance_ohm, "ohm", positive, each,
                  "Resistance of winding, speed controller and wires"),
            field("no_load_current_a", &M::no_load_current_a, "A", non_negative, each,
                  "Current i0 whose torque friction and iron losses take"),
            field("rotor_inertia_kg_m2", &M::rotor_inertia_kg_m2, "kg m2", positive, each,
                  "Inertia of rotor and motor bell about the spin axis"),
            field("voltage_v", &M::voltage_v, "V", positive, each,
                  "Constant voltage of the speed controller's supply; default: the battery's"),
        },
        command_fields());
  }
  static constexpr auto not_keys() { return state_limits(); }

  /// A third of J R Kv^2, the time constant without a load. The load shortens it, at most to that
  /// where the loaded speed is above half of the no-load speed (drag torque quadratic in the
  /// speed).
  double fastest_time_constant_s() const {
    return rotor_inertia_kg_m2 * resistance_ohm * (kv_rad_s_v * kv_rad_s_v) / 3.0;
  }
  /// Duty per command (or voltage per command, if it is constant), 1 / R, K, i0, 1 / J.
  MotorCoefficients<double> fold() const {
    return {voltage_v.value_or(1.0) / max, 1.0 / resistance_ohm, 1.0 / kv_rad_s_v,
            no_load_current_a, 1.0 / rotor_inertia_kg_m2};
  }

  /// Current [A] of the winding. `supplied` is the command times the battery's voltage, or the
  /// command where the voltage is constant.
  template <class S>
  static S current(const MotorCoefficients<S>& m, const S& supplied, const S& speed) {
    return (m[0] * supplied - m[2] * speed) * m[1];
  }
  /// Heat of the winding, and what friction and iron take [W].
  template <class S>
  static S loss(const MotorCoefficients<S>& m, const S& current, const S& speed) {
    return current * current / m[1] + m[2] * m[3] * speed;
  }
  /// Speed at which the torque of the current is a drag torque `factor` times the squared speed.
  static double steady_speed(const MotorCoefficients<double>& m, double supplied, double factor) {
    const double b = m[2] * m[2] * m[1], c = m[2] * (m[0] * supplied * m[1] - m[3]);
    if (!(c > 0)) return 0;
    return 2 * c / (b + sqrt(max_of_zero(b * b + 4 * factor * c)));
  }

  /// target: the supplied command, and the drag torque.
  template <class S>
  static std::array<S, 1> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& speed) {
    const S zero(0.0);
    const S torque = m[2] * (current(m, target[0], speed[0]) - m[3]) - target[1];
    const S onwards = select(zero < torque, torque, zero);
    return {m[4] * select(zero < speed[0], torque, onwards)};
  }

 private:
  static double max_of_zero(double x) { return x > 0 ? x : 0; }
};

}  // namespace montecopter
