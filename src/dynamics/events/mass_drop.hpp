#pragma once
/// Mass that falls off.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct MassDrop : Trigger {
  static constexpr std::string_view type_name = "mass_drop";
  static constexpr std::string_view doc =
      "The vehicle loses mass at its centre of mass; its inertia is unchanged";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"mass_kg", "0.2"},
  });

  double mass_kg = required;

  static constexpr auto fields() {
    return join(Trigger::fields(), FieldList{field("mass_kg", &MassDrop::mass_kg, "kg", positive,
                                                   Vary::per_sample, "Lost mass")});
  }

  template <class S>
  struct Constants {
    S lost_fraction;
  };

  Constants<double> fold(double vehicle_mass_kg) const { return {mass_kg / vehicle_mass_kg}; }

  template <class S>
  static S lost_fraction_of(const Constants<S>& c) {
    return c.lost_fraction;
  }
};

}  // namespace montecopter
