#pragma once
/// Copies samples between files of the same campaign with different numbers of samples.

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/layout.hpp"
#include "plan/shard.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

class Writer;

/// Two campaigns that differ only in their number of samples. The rows of a sweep are its points
/// one after another, each with all of its samples.
struct OtherLength {
  std::int64_t samples_there = 0;  ///< of each point, in the existing file
  std::int64_t samples = 0;        ///< of each point, in the new file
  /// Number of first samples of each point to keep; empty: all.
  std::vector<std::int64_t> wanted = {};
  /// The shard of both campaigns that the files hold, all of which is kept.
  std::optional<Shard> shard = std::nullopt;
};

/// Copies the samples of `there` that both campaigns have and that are wanted, flown and intact
/// into the new file. Their checks, which cover their rows, are computed again. Samples that only
/// the new layout traces are left out. Returns the written rows. Throws Error(refused) if a column
/// differs.
RowRanges carry_over(const ResultFile& there, const OtherLength& length, const Layout& layout,
                     const Writer& to);

}  // namespace montecopter::record
