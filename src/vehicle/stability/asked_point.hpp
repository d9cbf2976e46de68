#pragma once
/// The sweep point that `margins` and `tune` examine.

#include <cstdint>

#include "plan/plan.hpp"

namespace montecopter {

/// Throws Error(usage) if the scenario has no such point: --point is wrong.
void require_point(const Plan& plan, std::int64_t point);

}  // namespace montecopter
