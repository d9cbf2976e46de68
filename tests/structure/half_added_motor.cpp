/// A motor, and with LACKS_RATES one that is half added: it has a state and does not say how it
/// changes. Compiled by a test, never linked.

#include "dynamics/motors/motors.hpp"

namespace montecopter {

struct ToyMotor : SpinningMotor {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Follows its command within a second";
  static constexpr int states = 1;
  static constexpr bool lags_load = false;

  double fastest_time_constant_s() const { return 1.0; }
  MotorCoefficients<double> fold() const { return {1.0}; }

#ifndef LACKS_RATES
  template <class S>
  static std::array<S, 1> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& speed) {
    return {(target[0] - speed[0]) * m[0]};
  }
#endif
};

static_assert(require_motor<ToyMotor>() == 1);

}  // namespace montecopter
