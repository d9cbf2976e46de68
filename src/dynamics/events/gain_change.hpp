#pragma once
/// Other gains of the controller.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct GainChange : PassingTrigger {
  static constexpr std::string_view type_name = "gain_change";
  static constexpr std::string_view doc = "All gains of the controller change by a factor";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"factor", "0.5"},
  });

  double factor = required;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{field("factor", &GainChange::factor, "1", non_negative, Vary::per_sample,
                                "Factor on the gains")});
  }

  template <class S>
  struct Constants {
    S factor;
  };

  Constants<double> fold(double) const { return {factor}; }

  template <class S>
  static S gain_factor_of(const Constants<S>& c) {
    return c.factor;
  }
};

}  // namespace montecopter
