#pragma once
/// Reduces a result to a golden.

#include "results/golden/golden.hpp"
#include "results/golden/selection.hpp"

namespace montecopter::golden {

/// The selected content of a finished or unfinished result. Error(refused) if a dataset has a kind
/// that results do not have. For a golden as a result, the selection chooses traces and times only.
Golden reduce(const record::ResultFile& file, const Selection& selection);

}  // namespace montecopter::golden
