#pragma once
/// Definition of a motor: how the input of its rotor's law follows the command. The list is in
/// motors.hpp.
///
/// A motor is a parameter struct with fields() and these members:
///
///   static constexpr int states          state variables per rotor, at most most_motor_states
///   static constexpr bool lags_load      the states are the rotor's thrust and torque, lagging
///                                        behind those of the rotor law at the command; otherwise
///                                        the first state, or without states the command, is the
///                                        rotor law's input
///
/// derives from MotorLimits, and, if it has states, has
///
///   double rotor_inertia_kg_m2
///   double fastest_time_constant_s() const   what an explicit integrator's step must suit
///   MotorCoefficients<double> fold() const   what rates() needs, once per sample
///   static constexpr int effectiveness   if lags_load: which coefficient is the part of the load
///                                        that reaches the vehicle
///   static std::array<S, states> rates(coefficients, target, state)
///       state': [unit of the state per second] towards the target, which is the clamped command,
///       or the thrust and torque that the rotor law gives for it. For ElectricMotor it is the
///       command times the battery's voltage, and the drag torque

#include <array>
#include <optional>

#include "core/fields/fields.hpp"

namespace montecopter {

inline constexpr int most_motor_states = 2;

template <class S>
using MotorCoefficients = std::array<S, 5>;

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
  /// See is_complete_table: what a motor has not that lists command_fields() alone.
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

/// Index of the coefficient of a motor whose load lags: the fraction that reaches the vehicle.
template <class M>
constexpr int effectiveness_of() {
  if constexpr (M::lags_load) return M::effectiveness;
  return 0;  // never used
}

}  // namespace montecopter
