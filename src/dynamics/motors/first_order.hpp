#pragma once
/// Motor whose speed follows its command with a first-order lag: w' = (c - w) / tau.
/// Source: FlightGoggles, docs/models.md 1.3. The command is clamped always, the speed after each
/// step.

#include <string_view>

#include "dynamics/motors/spinning.hpp"

namespace montecopter {

struct FirstOrderMotor : SpinningMotor {
  static constexpr std::string_view type_name = "first_order";
  static constexpr std::string_view doc = "First-order lag: w' = (clamp(command) - w) / tau";
  static constexpr int states = 1;
  static constexpr bool lags_load = false;

  double time_constant_s = required;

  static constexpr auto fields() {
    return join(
        FieldList{field("time_constant_s", &FirstOrderMotor::time_constant_s, "s", positive,
                        Vary::per_sample, "Time constant tau of the lag w' = (c - w) / tau")},
        SpinningMotor::fields());
  }

  double fastest_time_constant_s() const { return time_constant_s; }
  MotorCoefficients<double> fold() const { return {1.0 / time_constant_s}; }

  template <class S>
  static std::array<S, 1> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& speed) {
    return {(target[0] - speed[0]) * m[0]};
  }
};

}  // namespace montecopter
