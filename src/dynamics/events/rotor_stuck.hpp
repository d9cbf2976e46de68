#pragma once
/// Rotors that keep their speed.

#include <string_view>

#include "dynamics/events/rotor_event.hpp"

namespace montecopter {

struct RotorStuck : RotorEvent {
  static constexpr std::string_view type_name = "rotor_stuck";
  static constexpr std::string_view doc =
      "Rotors keep their present speed and ignore commands; with a motor that has no speed state "
      "(direct and load_lag), they keep the command";

  template <class S>
  struct Constants {};
  Constants<double> fold(double) const { return {}; }

  static constexpr bool holds_rotor = true;
};

}  // namespace montecopter
