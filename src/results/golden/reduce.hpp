#pragma once
/// A result becomes a golden.

#include "results/golden/golden.hpp"
#include "results/golden/selection.hpp"

namespace montecopter::golden {

/// What is selected of a finished or unfinished result. Error(refused) if a dataset is of another
/// kind than results have. Of a golden as a result the selection chooses traces and times only.
Golden reduce(const record::ResultFile& file, const Selection& selection);

}  // namespace montecopter::golden
