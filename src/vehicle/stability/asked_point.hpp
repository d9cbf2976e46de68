#pragma once
/// The point of a sweep that `margins` and `tune` are asked about.

#include <cstdint>

#include "plan/plan.hpp"

namespace montecopter {

/// Throws Error(usage) where the scenario has no such point: --point was wrong.
void require_point(const Plan& plan, std::int64_t point);

}  // namespace montecopter
