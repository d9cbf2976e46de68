#pragma once
/// Samples of one file in another of the same campaign with more or fewer samples.

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/layout.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

class Writer;

/// Two campaigns that differ in the number of samples only. The rows of a sweep are its points one
/// after another, each with all of its samples.
struct OtherLength {
  std::int64_t samples_there = 0;  ///< of each point, in the file that is there
  std::int64_t samples = 0;        ///< of each point, in the new one
  /// How many first samples of each point are wanted; empty: all.
  std::vector<std::int64_t> wanted = {};
  /// Both files hold this shard of their campaigns, all of which is wanted.
  std::optional<Shard> shard = std::nullopt;
};

/// Writes the samples of `there` that both have, that are wanted, flown and intact, into the new
/// file; their checks, which cover their rows, are made anew. What the new layout traces and the
/// file does not is left out. Rows that were written. Error(refused) if a column is another one.
RowRanges carry_over(const ResultFile& there, const OtherLength& length, const Layout& layout,
                     const Writer& to);

}  // namespace montecopter::record
