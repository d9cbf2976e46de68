#pragma once
/// A rotor that keeps its speed.

#include <cstdint>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

struct RotorStuck : PassingTrigger {
  static constexpr std::string_view type_name = "rotor_stuck";
  static constexpr std::string_view doc =
      "A rotor keeps the speed that it has and follows no command; one without a speed of its own "
      "(motors direct and load_lag) keeps the command";

  std::int64_t rotor = required_integer;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{field("rotor", &RotorStuck::rotor, "1", between(0, 15), Vary::fixed,
                                "Which rotor, counted from 0")});
  }

  template <class S>
  struct Constants {};
  Constants<double> fold(double) const { return {}; }

  static constexpr bool holds_rotor = true;
};

}  // namespace montecopter
