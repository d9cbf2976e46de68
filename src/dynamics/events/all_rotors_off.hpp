#pragma once
/// All rotors lose thrust and torque at once, as in a flight termination that cuts the power.

#include <optional>
#include <string_view>

#include "dynamics/events/rotor_event.hpp"

namespace montecopter {

struct AllRotorsOff : PassingTrigger {
  static constexpr std::string_view type_name = "all_rotors_off";
  static constexpr std::string_view doc =
      "All rotors lose thrust and torque, as in a flight termination. The equations keep the drag "
      "of the vehicle. Stopped or windmilling blades add none without rotor_drag_area_m2";
  static constexpr unsigned rotor_bits() { return ~0u; }

  std::optional<double> rotor_drag_area_m2;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{rotor_drag_field(&AllRotorsOff::rotor_drag_area_m2)});
  }

  template <class S>
  struct Constants {
    S drag;  ///< half the drag area, times the density where that is constant
  };

  /// The density of constant air is multiplied at set-up (event_rows.cpp).
  Constants<double> fold(double) const { return {0.5 * rotor_drag_area_m2.value_or(0.0)}; }

  template <class S>
  static S effectiveness_of(const Constants<S>&) {
    return S(0.0);
  }
  template <class S>
  static S rotor_drag_of(const Constants<S>& c) {
    return c.drag;
  }
};

}  // namespace montecopter
