#pragma once
/// Quantities that sensors measure: the suffix of the keys and the units of each.

#include <string_view>

#include "core/fields/units.hpp"

namespace montecopter {

struct AngularRate {
  static constexpr std::string_view suffix = "rad_s", unit = "rad s-1";
  static constexpr const UnitFamily& units = units::angular_rate;
  static constexpr const UnitFamily& density = units::angular_rate_density;
  static constexpr const UnitFamily& walk = units::angular_rate_walk;
};

struct Acceleration {
  static constexpr std::string_view suffix = "m_s2", unit = "m s-2";
  static constexpr const UnitFamily& units = units::acceleration;
  static constexpr const UnitFamily& density = units::acceleration_density;
  static constexpr const UnitFamily& walk = units::acceleration_walk;
};

struct FluxDensity {
  static constexpr std::string_view suffix = "t", unit = "T";
  static constexpr const UnitFamily& units = units::magnetic_field;
  static constexpr const UnitFamily& density = units::magnetic_field_density;
  static constexpr const UnitFamily& walk = units::magnetic_field_walk;
};

struct Length {
  static constexpr std::string_view suffix = "m", unit = "m";
  static constexpr const UnitFamily& units = units::length;
  static constexpr const UnitFamily& density = units::length_density;
  static constexpr const UnitFamily& walk = units::length_walk;
};

struct Speed {
  static constexpr std::string_view suffix = "m_s", unit = "m s-1";
  static constexpr const UnitFamily& units = units::speed;
  static constexpr const UnitFamily& density = units::speed_density;
  static constexpr const UnitFamily& walk = units::speed_walk;
};

}  // namespace montecopter
