#pragma once
/// Motor without a speed: the rotor's thrust and drag torque follow those of the rotor law at the
/// command with a first-order lag. Source: the polynomial-rotor quadcopter, docs/models.md 1.3:
/// f' = (f_des - f) / alpha, tau' alike; speed for the gyroscopic torque sqrt(f / c_T).

#include <optional>
#include <string_view>

#include "dynamics/motors/motor.hpp"

namespace montecopter {

struct LoadLagMotor : MotorLimits {
  static constexpr std::string_view type_name = "load_lag";
  static constexpr std::string_view doc =
      "Thrust and torque lag behind the values of the law at the command";
  static constexpr int states = 2;  ///< thrust [N] and drag torque [N m]
  static constexpr bool lags_load = true;

  double time_constant_s = required;
  double rotor_inertia_kg_m2 = 0.0;
  std::optional<double> speed_thrust_n_s2;

  static constexpr auto fields() {
    using M = LoadLagMotor;
    return join(
        FieldList{field("time_constant_s", &M::time_constant_s, "s", positive, Vary::per_sample,
                        "Time constant of the lag of thrust and torque")},
        command_fields(),
        FieldList{
            field("rotor_inertia_kg_m2", &M::rotor_inertia_kg_m2, "kg m2", non_negative,
                  Vary::per_sample,
                  "Inertia of rotor and motor bell about the spin axis (gyroscopic torque only: "
                  "the model has no derivative of the speed)"),
            field("speed_thrust_n_s2", &M::speed_thrust_n_s2, "N s2", positive, Vary::per_sample,
                  "c_T in the rotor speed sqrt(f / c_T); required with a rotor inertia"),
        });
  }
  static constexpr auto not_keys() { return state_limits(); }

  /// Index of the coefficient that is the fraction of thrust and torque that reaches the vehicle.
  /// It is less than 1 for a failed rotor, whose states, including speed, are those of a whole one.
  static constexpr int effectiveness = 1;

  double fastest_time_constant_s() const { return time_constant_s; }
  MotorCoefficients<double> fold() const { return {1.0 / time_constant_s, 1.0}; }

  template <class S>
  static std::array<S, 2> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& load) {
    return {(target[0] - load[0]) * m[0], (target[1] - load[1]) * m[0]};
  }
};

}  // namespace montecopter
