#pragma once
/// First-order motor whose speed changes no faster than a limit: w' = clamp((c - w) / tau, -s, s).
/// Source: ArduPilot's multirotor simulation (SIM_Motor), slew limit of the motor command.

#include <string_view>

#include "core/numerics/scalar.hpp"
#include "dynamics/motors/spinning.hpp"

namespace montecopter {

struct SlewLimitedMotor : SpinningMotor {
  static constexpr std::string_view type_name = "slew_limited";
  static constexpr std::string_view doc = "First-order lag with a limited rate of change";
  static constexpr int states = 1;
  static constexpr bool lags_load = false;

  double time_constant_s = required;
  double slew_up_1_s = required;
  double slew_down_1_s = required;

  static constexpr auto fields() {
    using M = SlewLimitedMotor;
    return join(
        FieldList{
            field("time_constant_s", &M::time_constant_s, "s", positive, Vary::per_sample,
                  "Time constant of the lag near the command"),
            field("slew_up_1_s", &M::slew_up_1_s, "", positive, Vary::per_sample,
                  "Fastest rise [unit of the rotor law's input per second]"),
            field("slew_down_1_s", &M::slew_down_1_s, "", positive, Vary::per_sample,
                  "Fastest fall, as a positive number [unit of the rotor law's input per second]"),
        },
        SpinningMotor::fields());
  }

  double fastest_time_constant_s() const { return time_constant_s; }
  MotorCoefficients<double> fold() const {
    return {1.0 / time_constant_s, slew_up_1_s, slew_down_1_s};
  }

  template <class S>
  static std::array<S, 1> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& speed) {
    return {clamp((target[0] - speed[0]) * m[0], -m[2], m[1])};
  }
};

}  // namespace montecopter
