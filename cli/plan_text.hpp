#pragma once
/// What is to be flown, in a line.

#include <cstdint>
#include <string>

#include "core/base/remarks.hpp"
#include "plan/plan.hpp"

namespace montecopter::cli {

inline double duration_s(const Plan& plan) {
  return static_cast<double>(plan.time.steps) * plan.time.step_s;
}

/// "1.23 MB": three digits, decimal units.
std::string size_text(std::uint64_t bytes);

/// "hover: ok. 100 samples of 3000 steps of 0.001 s (3 s), ...; the file takes 1.2 MB."
std::string plan_text(const Plan& plan);

/// Notes which points of a large sweep are checked, if not all are.
void note_drawn_points(const Plan& plan, Remarks& remarks);

}  // namespace montecopter::cli
