/// A motor, and with LACKS_RATES one that is half added: it has a state and does not say how it
/// changes; with LACKS_EFFECTIVENESS its load lags and has no share that reaches the vehicle.
/// Compiled by a test, never linked.

#include "dynamics/motors/motors.hpp"

namespace montecopter {

struct ToyMotor : SpinningMotor {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Its thrust and torque lag by a second";
  static constexpr int states = 2;
  static constexpr bool lags_load = true;
#ifndef LACKS_EFFECTIVENESS
  static constexpr int effectiveness = 1;
#endif

  double fastest_time_constant_s() const { return 1.0; }
  MotorCoefficients<double> fold() const { return {1.0, 1.0}; }

#ifndef LACKS_RATES
  template <class S>
  static std::array<S, 2> rates(const MotorCoefficients<S>& m, const std::array<S, 2>& target,
                                const std::array<S, 2>& load) {
    return {(target[0] - load[0]) * m[0], (target[1] - load[1]) * m[0]};
  }
#endif
};

static_assert(require_motor<ToyMotor>());

}  // namespace montecopter
