#pragma once
/// Steady wind, named by where it blows to: a drifting balloon moves along +to_m_s.

#include <array>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/winds/wind_point.hpp"

namespace montecopter {

struct SteadyWind {
  static constexpr std::string_view type_name = "steady";
  static constexpr std::string_view doc = "Constant wind everywhere";
  static constexpr bool varies = false;  ///< over a flight

  std::array<double, 3> to_m_s = {required, required, required};

  const std::array<double, 3>& velocity_m_s() const { return to_m_s; }
  WindStrength strongest(double) const { return {to_m_s, "to_m_s", "to_m_s"}; }

  static constexpr auto fields() {
    return FieldList{
        field("to_m_s", &SteadyWind::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Velocity of the air over the ground, NED (the direction it blows to)"),
    };
  }
};

}  // namespace montecopter
