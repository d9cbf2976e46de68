#pragma once
/// All rotors lose thrust and torque at once, as in a flight termination that cuts the power.

#include <string_view>

#include "dynamics/events/effects.hpp"

namespace montecopter {

struct AllRotorsOff : PassingTrigger {
  static constexpr std::string_view type_name = "all_rotors_off";
  static constexpr std::string_view doc =
      "All rotors lose thrust and torque, as in a flight termination. The equations keep the drag "
      "of the vehicle; stopped or windmilling blades add none";
  static constexpr unsigned rotor_bits() { return ~0u; }

  template <class S>
  struct Constants {};

  Constants<double> fold(double) const { return {}; }

  template <class S>
  static S effectiveness_of(const Constants<S>&) {
    return S(0.0);
  }
};

}  // namespace montecopter
