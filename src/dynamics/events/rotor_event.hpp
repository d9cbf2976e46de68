#pragma once
/// Base of events of one rotor or several.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/events/effects.hpp"

namespace montecopter {

/// The key of events that stop rotors.
template <class E>
constexpr auto rotor_drag_field(std::optional<double> E::*member) {
  return field("rotor_drag_area_m2", member, "m2", non_negative, Vary::per_sample,
               "Drag coefficient times area of each of these rotors along its axis, stopped or "
               "windmilling; default: none");
}

struct RotorEvent : PassingTrigger {
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rotor", "0"},
  });

  std::optional<std::int64_t> rotor;
  std::vector<std::int64_t> rotors;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    return PassingTrigger::says_nothing(key) || (key == "rotors" && rotors.empty());
  }

  /// Bit i: rotor i.
  unsigned rotor_bits() const {
    unsigned bits = rotor ? 1u << *rotor : 0u;
    for (const std::int64_t one : rotors) bits |= 1u << one;
    return bits;
  }

  static constexpr auto fields() {
    using E = RotorEvent;
    return join(PassingTrigger::fields(),
                FieldList{
                    field("rotor", &E::rotor, "1", between(0, 15), Vary::fixed,
                          "Index of the rotor, from 0"),
                    field("rotors", &E::rotors, "1", between(0, 15), Vary::fixed,
                          "Indices of several rotors (instead of rotor)"),
                });
  }
};

}  // namespace montecopter
