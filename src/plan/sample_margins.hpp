#pragma once
/// Stability margins of a sample's closed loop at hover, as numbers. The function of the plan
/// computes them when BlockFlyer sets a sample up, if output.margins asks for them; metrics/ makes
/// columns of them.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "plan/outcome.hpp"

namespace montecopter {

/// Largest number of commanded axes of a vehicle: the servos of a helicopter.
inline constexpr std::size_t most_commanded_axes = 5;

/// Axes of controllers that command a thrust and three moments.
inline constexpr std::array<std::string_view, 4> wrench_axes = {"thrust", "roll", "pitch", "yaw"};

/// Index of an axis in a list of names. A name that is not in it does not compile.
template <std::size_t n>
consteval std::size_t axis_index(const std::array<std::string_view, n>& axes,
                                 std::string_view name) {
  static_assert(n <= most_commanded_axes);
  for (std::size_t i = 0; i < n; ++i) {
    if (axes[i] == name) return i;
  }
  throw "no such axis";
}

/// Margins of one commanded axis; NaN where it is not fed back.
struct AxisMargins {
  double gain_db = stored_nan, phase_deg = stored_nan;
};

/// Smallest margins over the commanded axes, each broken while the others stay closed, and margins
/// of all axes at once. All are 0 for an unstable loop, and NaN without a hover or where the
/// control law has no slopes there.
struct SampleMargins {
  double gain_db = stored_nan;                             ///< up or down; at most most_gain_db
  double phase_deg = stored_nan;                           ///< at most 180
  double delay_s = stored_nan;                             ///< delay of all axes together
  double disk = stored_nan;                                ///< alpha of all axes at once
  std::array<AxisMargins, most_commanded_axes> axes = {};  ///< in the order of commanded_axes()
};

struct ControlPlan;  ///< simulate/border/control_plan.hpp
struct Plan;
struct Scenario;

/// Margins of the vehicle of `drawn`, a sample's scenario, under the control law of its row, which
/// knows the nominal vehicle (fold_control()). Bits depend on these arguments alone.
using MarginsOfSample = SampleMargins (*)(const Plan&, const Scenario& drawn, const ControlPlan&,
                                          std::span<const double> control_row);

/// Value for a gain that may change by any factor, because metrics are finite numbers.
inline constexpr double most_gain_db = 100;

}  // namespace montecopter
