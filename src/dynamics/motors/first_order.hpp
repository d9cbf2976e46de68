#pragma once
/// Motor whose speed follows its command with a first-order lag: w' = (clamp(c) - w) / tau.
/// Source: docs/models.md 1.3. The command is clamped always, the speed after each step.

#include <string_view>
#include <tuple>

#include "fields/fields.hpp"

namespace montecopter {

struct FirstOrderMotor {
  static constexpr std::string_view type_name = "first_order";
  static constexpr bool has_state = true;

  double time_constant_s = required;
  double min = 0.0;
  double max = required;
  double rotor_inertia_kg_m2 = 0.0;

  static constexpr auto fields() {
    using M = FirstOrderMotor;
    return std::tuple{
        field("time_constant_s", &M::time_constant_s, "s", positive, Vary::per_sample,
              "Time constant of the first-order lag"),
        field("min", &M::min, "", any_number, Vary::per_sample,
              "Lower limit of command and speed [unit of the rotor law's input]"),
        field("max", &M::max, "", any_number, Vary::per_sample,
              "Upper limit of command and speed [unit of the rotor law's input]"),
        field(
            "rotor_inertia_kg_m2", &M::rotor_inertia_kg_m2, "kg m2", non_negative, Vary::per_sample,
            "Inertia of rotor and motor bell about the spin axis (reaction and gyroscopic torque; "
            "only where the state is a speed)"),
    };
  }
};

}  // namespace montecopter
