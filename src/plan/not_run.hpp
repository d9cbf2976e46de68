#pragma once
/// Rows that are not flown: `run` stores them for the samples of a campaign that it has cut short
/// (`--until decided`).

#include <cstdint>
#include <span>

#include "plan/plan.hpp"

namespace montecopter {

/// The block of rows (ascending, of one block) with the status not_run: no numbers except the point
/// of the sweep.
Block not_run_block(const Plan& plan, std::span<const std::int64_t> rows);

}  // namespace montecopter
