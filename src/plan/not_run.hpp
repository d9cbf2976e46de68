#pragma once
/// Rows that nobody flies: what `run` stores for the samples of a campaign that it has cut short
/// (`--until decided`).

#include <cstdint>
#include <span>

#include "plan/plan.hpp"

namespace montecopter {

/// The block of rows (ascending, of one block) with the status not_run: no numbers, but of which
/// point of the sweep they are.
Block not_run_block(const Plan& plan, std::span<const std::int64_t> rows);

}  // namespace montecopter
