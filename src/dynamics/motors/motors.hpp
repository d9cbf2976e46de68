#pragma once
/// The list of motors. What a motor needs is in motor.hpp. Kernels identify it by its index here;
/// Rotor (vehicles/multirotor.hpp) only names the list, so that few units include the motors.

#include <array>
#include <limits>
#include <type_traits>
#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/motors/asymmetric_first_order.hpp"
#include "dynamics/motors/direct.hpp"
#include "dynamics/motors/electric.hpp"
#include "dynamics/motors/first_order.hpp"
#include "dynamics/motors/load_lag.hpp"
#include "dynamics/motors/second_order.hpp"
#include "dynamics/motors/slew_limited.hpp"

namespace montecopter {

struct Motor : std::variant<FirstOrderMotor, DirectMotor, AsymmetricFirstOrderMotor,
                            SlewLimitedMotor, SecondOrderMotor, LoadLagMotor, ElectricMotor> {
  using variant::variant;
};

/// Whether the rotor's speed is a state of it.
template <class M>
inline constexpr bool has_speed_state = M::states > 0 && !M::lags_load;

/// Whether its speed follows from voltage, current and drag torque.
template <class M>
inline constexpr bool is_electric = std::is_same_v<M, ElectricMotor>;

/// Limits of the state of a motor with a speed.
template <class M>
std::array<double, 2> state_limits_of(const M& motor) {
  if constexpr (is_electric<M>) return {0.0, std::numeric_limits<double>::max()};
  return {motor.state_min.value_or(motor.min), motor.state_max.value_or(motor.max)};
}

static_assert(holds_for_all<Motor>([]<class M>() {
  return M::states <= most_motor_states && (!M::lags_load || M::states == 2);
}));

}  // namespace montecopter
