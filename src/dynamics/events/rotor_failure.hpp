#pragma once
/// A rotor that loses thrust and torque.

#include <cstdint>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct RotorFailure : PassingTrigger {
  static constexpr std::string_view type_name = "rotor_failure";
  static constexpr std::string_view doc = "A rotor loses thrust and torque, in part or altogether";

  std::int64_t rotor = required_integer;
  double effectiveness = 0.0;

  static constexpr auto fields() {
    using E = RotorFailure;
    return join(PassingTrigger::fields(),
                FieldList{
                    field("rotor", &E::rotor, "1", between(0, 15), Vary::fixed,
                          "Index of the rotor, from 0"),
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
