#pragma once
/// What the kernels know about time windows: plain data.

#include <array>

#include "scenario/model/step_range.hpp"

namespace montecopter {

/// All windows, in the order of their names.
struct WindowPlan {
  int count = 0;
  std::array<StepRange, max_windows> steps;

  bool any() const { return count > 0; }
};

}  // namespace montecopter
