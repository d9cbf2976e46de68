#pragma once
/// Rotors that lose thrust and torque.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/rotor_event.hpp"

namespace montecopter {

struct RotorFailure : RotorEvent {
  static constexpr std::string_view type_name = "rotor_failure";
  static constexpr std::string_view doc = "Rotors lose thrust and torque, in part or altogether";

  double effectiveness = 0.0;
  std::optional<double> rotor_drag_area_m2;

  static constexpr auto fields() {
    using E = RotorFailure;
    return join(RotorEvent::fields(),
                FieldList{
                    field("effectiveness", &E::effectiveness, "1", between(0, 1), Vary::per_sample,
                          "Remaining fraction of its thrust and torque: 1 all, 0 nothing"),
                    rotor_drag_field(&E::rotor_drag_area_m2),
                });
  }

  template <class S>
  struct Constants {
    S effectiveness;
    S drag;  ///< half the drag area, times the density where that is constant
  };

  /// The density of constant air is multiplied at set-up (event_rows.cpp).
  Constants<double> fold(double) const {
    return {effectiveness, 0.5 * rotor_drag_area_m2.value_or(0.0)};
  }

  template <class S>
  static S effectiveness_of(const Constants<S>& c) {
    return c.effectiveness;
  }
  template <class S>
  static S rotor_drag_of(const Constants<S>& c) {
    return c.drag;
  }
};

}  // namespace montecopter
