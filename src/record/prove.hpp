#pragma once
/// Whether this program flies the samples of a file in the same way.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plan/layout.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

/// Flies one sample again.
using Refly = std::function<Block(std::int64_t sample)>;

/// A sample of a file that has other bytes in a column when flown again.
struct OtherFlight {
  std::int64_t sample = 0;
  std::string column;
};

/// Flies the first and the last sample of the file that are not `missing` again. Returns the one
/// with other bytes, if any.
std::optional<OtherFlight> find_other_flight(const ResultFile& file, const Layout& layout,
                                             const RowRanges& missing, const Refly& refly);

/// Flies the first and the last sample of the file that are not `missing` and compares all stored
/// data. Throws Error(refused) if anything differs: a changed program flies an unchanged scenario.
/// `build` is the build of this program.
void require_same_flights(const ResultFile& file, const Layout& layout, const RowRanges& missing,
                          const Refly& refly, const std::string& build);

}  // namespace montecopter::record
