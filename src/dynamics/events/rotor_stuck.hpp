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
      "A rotor keeps its present speed and ignores commands; with a motor that has no speed state "
      "(direct and load_lag), it keeps the command";

  std::int64_t rotor = required_integer;

  static constexpr auto fields() {
    return join(PassingTrigger::fields(),
                FieldList{field("rotor", &RotorStuck::rotor, "1", between(0, 15), Vary::fixed,
                                "Index of the rotor, from 0")});
  }

  template <class S>
  struct Constants {};
  Constants<double> fold(double) const { return {}; }

  static constexpr bool holds_rotor = true;
};

}  // namespace montecopter
