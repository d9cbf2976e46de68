#pragma once
/// A battery that is weaker than it was.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct BatterySag : PassingTrigger {
  static constexpr std::string_view type_name = "battery_sag";
  static constexpr std::string_view doc =
      "The battery loses open-circuit voltage, or its resistance grows, or both";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"voltage_drop_v", "0.5"},
  });

  double voltage_drop_v = 0.0, resistance_factor = 1.0;

  static constexpr auto fields() {
    using E = BatterySag;
    constexpr Range factors{.low = 0.0, .high = 1e6, .high_open = false};
    return join(PassingTrigger::fields(),
                FieldList{
                    field("voltage_drop_v", &E::voltage_drop_v, "V", non_negative, Vary::per_sample,
                          "Drop of the open-circuit voltage"),
                    field("resistance_factor", &E::resistance_factor, "1", factors,
                          Vary::per_sample, "Factor on the internal resistance"),
                });
  }

  void check(Problems& problems) const;

  template <class S>
  struct Constants {
    S voltage_drop, resistance_factor;
  };

  Constants<double> fold(double) const { return {voltage_drop_v, resistance_factor}; }

  template <class S>
  static BatteryFault<S> battery_fault_of(const Constants<S>& c) {
    return {c.voltage_drop, c.resistance_factor};
  }
};

}  // namespace montecopter
