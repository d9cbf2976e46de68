#pragma once
/// What a motor is: how the input of its rotor's law follows the command. MotorKind below asks
/// every type of the list (motors.hpp) for it.
///
/// A motor is a parameter struct with fields() and these members:
///   static constexpr int states          state variables per rotor, at most most_motor_states
///   static constexpr bool lags_load      the states are the rotor's thrust and torque, lagging
///                                        behind those of the rotor law at the command; otherwise
///                                        the first state, or without states the command, is the
///                                        rotor law's input
/// derives from MotorLimits, and, if it has states, has
///   double rotor_inertia_kg_m2
///   double fastest_time_constant_s() const   what an explicit integrator's step must suit
///   MotorCoefficients<double> fold() const   what rates() needs, once per sample
///   static constexpr int effectiveness   if lags_load: which coefficient is the part of the load
///                                        that reaches the vehicle
///   static std::array<S, states> rates(coefficients, target, state)
///       state': [unit of the state per second] towards the target, which is the clamped command,
///       or the thrust and torque that the rotor law gives for it

#include <array>
#include <concepts>
#include <optional>

#include "core/fields/fields.hpp"

namespace montecopter {

inline constexpr int most_motor_states = 2;

template <class S>
using MotorCoefficients = std::array<S, 3>;

/// Limits of the command, and of the motor's state after each step.
struct MotorLimits {
  double min = 0.0;
  double max = required;
  std::optional<double> state_min, state_max;

  static constexpr auto command_fields() {
    using L = MotorLimits;
    return FieldList{
        field("min", &L::min, "", any_number, Vary::per_sample,
              "Lower limit of the command [unit of the rotor law's input]"),
        field("max", &L::max, "", any_number, Vary::per_sample,
              "Upper limit of the command [unit of the rotor law's input]"),
    };
  }
  /// See CompleteTable: what a motor has not that lists command_fields() alone.
  static constexpr auto state_limits() {
    return FieldList{&MotorLimits::state_min, &MotorLimits::state_max};
  }
  static constexpr auto fields() {
    using L = MotorLimits;
    return join(command_fields(),
                FieldList{
                    field("state_min", &L::state_min, "", any_number, Vary::per_sample,
                          "Lower limit of the state after each step; default: min"),
                    field("state_max", &L::state_max, "", any_number, Vary::per_sample,
                          "Upper limit of the state after each step; default: max"),
                });
  }
};

/// A motor with a state, which follows the command in time.
template <class M>
concept FollowingMotor =
    M::states <= most_motor_states&& requires(const M& motor, const MotorCoefficients<double>& c,
                                              const std::array<double, most_motor_states>& x) {
  { motor.rotor_inertia_kg_m2 } -> std::convertible_to<double>;
  { motor.fastest_time_constant_s() } -> std::same_as<double>;
  { motor.fold() } -> std::same_as<MotorCoefficients<double>>;
  { M::rates(c, x, x) } -> std::same_as<std::array<double, M::states>>;
};

template <class M>
concept HasEffectiveness = requires {
  { M::effectiveness } -> std::convertible_to<int>;
};

/// Its states are a thrust and a torque.
template <class M>
concept LoadLaggingMotor = FollowingMotor<M> && requires {
  requires(M::lags_load && M::states == 2);
  requires HasEffectiveness<M>;
};

template <class M>
concept MotorKind = std::derived_from<M, MotorLimits> && requires {
  requires(M::states == 0 || FollowingMotor<M>);
  requires(LoadLaggingMotor<M> || (!M::lags_load && !HasEffectiveness<M>));
};

/// Which coefficient of a motor whose load lags is the share that reaches the vehicle.
template <class M>
constexpr int effectiveness_of() {
  if constexpr (LoadLaggingMotor<M>) return M::effectiveness;
  return 0;  // never used
}

}  // namespace montecopter
