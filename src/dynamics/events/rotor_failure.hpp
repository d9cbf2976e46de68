#pragma once
/// Rotors that lose thrust and torque.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/rotor_event.hpp"

namespace montecopter {

struct RotorFailure : RotorEvent {
  static constexpr std::string_view type_name = "rotor_failure";
  static constexpr std::string_view doc = "Rotors lose thrust and torque, in part or altogether";

  double effectiveness = 0.0;

  static constexpr auto fields() {
    using E = RotorFailure;
    return join(RotorEvent::fields(),
                FieldList{
                    field("effectiveness", &E::effectiveness, "1", between(0, 1), Vary::per_sample,
                          "Remaining fraction of its thrust and torque: 1 all, 0 nothing"),
                });
  }

  template <class S>
  struct Constants {
    S effectiveness;
  };

  Constants<double> fold(double) const { return {effectiveness}; }

  template <class S>
  static S effectiveness_of(const Constants<S>& c) {
    return c.effectiveness;
  }
};

}  // namespace montecopter
