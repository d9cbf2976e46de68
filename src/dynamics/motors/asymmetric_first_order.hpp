#pragma once
/// First-order motor that speeds up and slows down with different time constants.
/// Source: RotorS (Furrer et al., "RotorS - A Modular Gazebo MAV Simulator Framework", 2016),
/// motor model parameters timeConstantUp and timeConstantDown.

#include <string_view>

#include "core/numerics/scalar.hpp"
#include "dynamics/motors/spinning.hpp"

namespace montecopter {

struct AsymmetricFirstOrderMotor : SpinningMotor {
  static constexpr std::string_view type_name = "asymmetric_first_order";
  static constexpr std::string_view doc =
      "First-order lag with different time constants up and down";
  static constexpr int states = 1;
  static constexpr bool lags_load = false;

  double time_constant_up_s = required;
  double time_constant_down_s = required;

  static constexpr auto fields() {
    using M = AsymmetricFirstOrderMotor;
    return join(
        FieldList{
            field("time_constant_up_s", &M::time_constant_up_s, "s", positive, Vary::per_sample,
                  "Time constant of the lag while the command is above the speed"),
            field("time_constant_down_s", &M::time_constant_down_s, "s", positive, Vary::per_sample,
                  "Time constant of the lag while the command is below the speed"),
        },
        SpinningMotor::fields());
  }

  double fastest_time_constant_s() const {
    return montecopter::min(time_constant_up_s, time_constant_down_s);
  }
  MotorCoefficients<double> fold() const {
    return {1.0 / time_constant_up_s, 1.0 / time_constant_down_s};
  }

  template <class S>
  static std::array<S, 1> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& speed) {
    const S error = target[0] - speed[0];
    return {error * select(error > S(0.0), m[0], m[1])};
  }
};

}  // namespace montecopter
