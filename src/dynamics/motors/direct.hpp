#pragma once
/// Motor without dynamics: the rotor follows its clamped command at once.
/// Source: PX4 SIH docs/models.md 1.3: u clamped to [0, 1].

#include <string_view>
#include <tuple>

#include "fields/fields.hpp"

namespace montecopter {

struct DirectMotor {
  static constexpr std::string_view type_name = "direct";
  static constexpr bool has_state = false;

  double min = 0.0;
  double max = required;

  static constexpr auto fields() {
    using M = DirectMotor;
    return std::tuple{
        field("min", &M::min, "", any_number, Vary::per_sample,
              "Lower limit of the command [unit of the rotor law's input]"),
        field("max", &M::max, "", any_number, Vary::per_sample,
              "Upper limit of the command [unit of the rotor law's input]"),
    };
  }
};

}  // namespace montecopter
