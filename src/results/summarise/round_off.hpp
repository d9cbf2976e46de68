#pragma once
/// Differences and spreads at round-off level: below 1e-9 of the scale of what they are in. They
/// are no findings, because another order of summation makes them. The scale of a number is the
/// stated one of its unit, or its own magnitude where that is larger (docs/diff.md).

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

/// A radian is 57 degrees. Attitudes are of unit 1, as all quaternions and fractions are.
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

/// `magnitude` is that of the numbers between which `distance` lies. Nothing that is not finite is
/// round-off.
inline bool is_round_off(double distance, std::string_view unit, double magnitude) {
  const double scale = std::max(stated_scale(unit), std::abs(magnitude));
  return std::isfinite(scale) && std::abs(distance) <= round_off * scale;
}

/// Whether the numbers are spread by no more than round-off; NaN is left out.
inline bool is_constant_up_to_round_off(const std::vector<double>& values, std::string_view unit) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values) low = std::fmin(low, value), high = std::fmax(high, value);
  if (!(low < high)) return true;
  return is_round_off(high - low, unit, std::max(std::abs(low), std::abs(high)));
}

}  // namespace montecopter
