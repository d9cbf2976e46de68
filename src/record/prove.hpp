#pragma once
/// Whether samples that a file holds are those that this program flies.

#include <cstdint>
#include <functional>
#include <vector>

#include "plan/layout.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

/// Flies one sample again.
using Refly = std::function<Block(std::int64_t sample)>;

/// Flies the first and the last sample of the file that are not `missing` and compares
/// all that is stored of them. Error(refused) if anything differs: an unchanged scenario flown by
/// a changed program. `build` is that of this program.
void require_same_flights(const ResultFile& file, const Layout& layout, const RowRanges& missing,
                          const Refly& refly, const std::string& build);

}  // namespace montecopter::record
