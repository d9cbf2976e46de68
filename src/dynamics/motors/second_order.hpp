#pragma once
/// Motor whose speed follows its command as a damped oscillator: T^2 w'' + 2 zeta T w' + w = c.
/// Source: J. Bobzwik, Quadcopter_SimCon, quadFiles/quad.py (second-order motor, tau and damp).

#include <string_view>

#include "core/numerics/scalar.hpp"
#include "dynamics/integrators/stability.hpp"
#include "dynamics/motors/spinning.hpp"

namespace montecopter {

struct SecondOrderMotor : SpinningMotor {
  static constexpr std::string_view type_name = "second_order";
  static constexpr std::string_view doc =
      "Damped oscillator: T^2 w'' + 2 zeta T w' + w = clamp(command)";
  static constexpr int states = 2;  ///< speed and its rate
  static constexpr bool lags_load = false;

  double time_constant_s = required;
  double damping_ratio = 1.0;

  static constexpr auto fields() {
    using M = SecondOrderMotor;
    return join(
        FieldList{
            field("time_constant_s", &M::time_constant_s, "s", positive, Vary::per_sample,
                  "T = 1 / natural frequency in T^2 w'' + 2 zeta T w' + w = c"),
            field("damping_ratio", &M::damping_ratio, "1", positive, Vary::per_sample,
                  "Damping ratio zeta; 1 is critically damped"),
        },
        SpinningMotor::fields());
  }

  /// 1 / |fastest pole|: T (zeta - sqrt(zeta^2 - 1)) where overdamped, T otherwise.
  double fastest_time_constant_s() const {
    if (damping_ratio <= 1) return time_constant_s;
    return time_constant_s / (damping_ratio + sqrt(damping_ratio * damping_ratio - 1.0));
  }
  DampedOscillation oscillation() const {
    return {2.0 * damping_ratio / time_constant_s, 1.0 / time_constant_s};
  }
  /// Time constant for the step limit of explicit Euler: it decays for h < 2 zeta T.
  double damped_time_constant_s() const {
    return damping_ratio <= 1 ? damping_ratio * time_constant_s : fastest_time_constant_s();
  }
  MotorCoefficients<double> fold() const {
    return {1.0 / (time_constant_s * time_constant_s), 2.0 * damping_ratio / time_constant_s};
  }

  template <class S>
  static std::array<S, 2> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& x) {
    return {x[1], fma(target[0] - x[0], m[0], -(m[1] * x[1]))};
  }
};

}  // namespace montecopter
