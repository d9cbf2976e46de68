#pragma once
/// What is left of a sample's closed loop at hover, as numbers.

#include "plan/outcome.hpp"

namespace montecopter {

/// The least over the commanded axes, each broken while the others stay closed, and of all of them
/// at once. All are 0 of a loop that grows as it is, and NaN where there is no hover or the law has
/// no slopes there.
struct SampleMargins {
  double gain_db = stored_nan;    ///< up or down; at most most_gain_db
  double phase_deg = stored_nan;  ///< at most 180
  double delay_s = stored_nan;    ///< of all axes together
  double disk = stored_nan;       ///< alpha of all axes at once
};

/// Stands for a gain that may change by any factor: metrics are finite numbers.
inline constexpr double most_gain_db = 100;

}  // namespace montecopter
