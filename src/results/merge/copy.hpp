#pragma once
/// Copies samples of the parts into the file of the whole.

#include "record/writer.hpp"
#include "results/merge/parts.hpp"

namespace montecopter::merge {

/// Copies the samples that the file of the whole lacks and the parts have. Each check is computed
/// again, since a row may have another number there. False if it was stopped; copied samples stay.
bool copy_samples(const std::vector<Part>& parts, const Coverage& coverage, const Layout& layout,
                  const record::Writer& to, int threads, const Watch& watch);

}  // namespace montecopter::merge
