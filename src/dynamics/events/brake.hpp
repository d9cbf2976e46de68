#pragma once
/// A pilot or an automation that stops the vehicle: it leaves its trajectory, brakes and hovers.
/// Base of events that go on from there. trajectories/diversion.hpp has the path.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct Brake : Trigger {
  static constexpr std::string_view type_name = "brake";
  static constexpr std::string_view doc =
      "The controller leaves its trajectory, brakes to a stop along its velocity, and hovers there";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"deceleration_m_s2", "3.0"},
  });

  double deceleration_m_s2 = required;

  static constexpr auto fields() {
    return join(Trigger::fields(), FieldList{field("deceleration_m_s2", &Brake::deceleration_m_s2,
                                                   "m s-2", positive, Vary::per_sample,
                                                   "Deceleration until it stops. Later changes of "
                                                   "speed have this acceleration, too")});
  }

  template <class S>
  struct Constants {
    S deceleration;
  };

  Constants<double> fold(double) const { return {deceleration_m_s2}; }

  template <class S>
  static DiversionLaw<S> diversion_of(const Constants<S>& c) {
    const S zero(0.0);
    return {c.deceleration, zero, zero, zero, zero, zero, zero};
  }
};

}  // namespace montecopter
