#pragma once
/// The planned flights, in a line.

#include <cstdint>
#include <string>

#include "core/base/remarks.hpp"
#include "plan/plan.hpp"

namespace montecopter::cli {

inline double duration_s(const Plan& plan) {
  return static_cast<double>(plan.time.steps) * plan.time.step_s;
}

/// A size as text such as "1.23 MB": three digits, decimal units.
std::string size_text(std::uint64_t bytes);

/// Text such as "hover: ok. 100 samples of 3000 steps of 0.001 s (3 s), ...; the file takes 1.2
/// MB."
std::string plan_text(const Plan& plan);

/// Notes which points of a large sweep are checked, if not all are.
void note_drawn_points(const Plan& plan, Remarks& remarks);

/// The expected number of flights of `rare`, for the requirements that it may judge.
std::string rare_text(const Plan& plan);

}  // namespace montecopter::cli
