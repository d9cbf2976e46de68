#pragma once
/// Motor without dynamics: the rotor follows its clamped command at once.
/// Source: PX4 SIH, docs/models.md 1.3: u clamped to [0, 1].

#include <string_view>

#include "dynamics/motors/motor.hpp"

namespace montecopter {

struct DirectMotor : MotorLimits {
  static constexpr std::string_view type_name = "direct";
  static constexpr std::string_view doc = "The rotor follows its clamped command at once";
  static constexpr int states = 0;
  static constexpr bool lags_load = false;

  static constexpr auto fields() { return command_fields(); }
  static constexpr auto not_keys() { return state_limits(); }
};

}  // namespace montecopter
