#pragma once
/// Samples of the parts in the file of the whole.

#include "record/writer.hpp"
#include "results/merge/parts.hpp"

namespace montecopter::merge {

/// Copies what the file of the whole lacks and the parts have; each check is made anew, since a row
/// of a part may be another one there. False if it was stopped: what was copied is kept.
bool copy_samples(const std::vector<Part>& parts, const Coverage& coverage, const Layout& layout,
                  const record::Writer& to, int threads, const Watch& watch);

}  // namespace montecopter::merge
