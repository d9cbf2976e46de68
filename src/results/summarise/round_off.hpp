#pragma once
/// Differences and spreads at round-off level: below 1e-9 of the scale of their quantity. They are
/// no findings, because a different order of summation causes them. The scale of a number is the
/// stated scale of its unit, or its own magnitude if that is larger (docs/diff.md).

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace montecopter {

inline constexpr double round_off = 1e-9;

struct UnitScale {
  std::string_view unit;
  double scale;
};

/// Scales by unit. A radian is 57 degrees. Attitudes have unit 1, like all quaternions and
/// fractions.
inline constexpr std::array unit_scales = {
    UnitScale{"1", 1},       UnitScale{"m", 1},         UnitScale{"m s-1", 1},
    UnitScale{"m s-2", 1},   UnitScale{"rad", 1},       UnitScale{"rad s-1", 1},
    UnitScale{"rad s-2", 1}, UnitScale{"degree", 57.3}, UnitScale{"degree s-1", 57.3},
    UnitScale{"s", 1},       UnitScale{"N", 1},         UnitScale{"V", 1},
    UnitScale{"A", 1},       UnitScale{"J", 1},         UnitScale{"Pa", 1e5},
};
/// Scale of all other units: a thousandth. Moments of inertia and rotor constants are small
/// numbers.
inline constexpr double other_unit_scale = 1e-3;

constexpr double stated_scale(std::string_view unit) {
  for (const UnitScale& known : unit_scales) {
    if (known.unit == unit) return known.scale;
  }
  return other_unit_scale;
}

/// Whether `distance` is round-off; `magnitude` is the magnitude of the two numbers. A non-finite
/// distance is never round-off.
inline bool is_round_off(double distance, std::string_view unit, double magnitude) {
  const double scale = std::max(stated_scale(unit), std::abs(magnitude));
  return std::isfinite(scale) && std::abs(distance) <= round_off * scale;
}

/// Whether the spread of the numbers is only round-off; NaN is left out.
inline bool is_constant_up_to_round_off(const std::vector<double>& values, std::string_view unit) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values) low = std::fmin(low, value), high = std::fmax(high, value);
  if (!(low < high)) return true;
  return is_round_off(high - low, unit, std::max(std::abs(low), std::abs(high)));
}

}  // namespace montecopter
