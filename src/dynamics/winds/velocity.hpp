#pragma once
/// Common part of winds with one direction: a velocity that a factor of time and height multiplies.

#include <array>

#include "core/fields/fields.hpp"
#include "dynamics/winds/wind_point.hpp"

namespace montecopter {

struct WindVelocity {
  static constexpr bool varies = true;               ///< over a flight
  static constexpr const char* strength = "to_m_s";  ///< key: without it there is no wind

  std::array<double, 3> to_m_s = {required, required, required};

  bool is_still() const { return to_m_s[0] == 0 && to_m_s[1] == 0 && to_m_s[2] == 0; }
  bool is_sound() const { return true; }  ///< what the ranges of single numbers cannot say
  /// Strength of winds whose factor is at most 1.
  WindStrength at_most_to() const { return {to_m_s, "to_m_s", "to_m_s"}; }
  Vec3<double> to() const { return {to_m_s[0], to_m_s[1], to_m_s[2]}; }
};

}  // namespace montecopter
