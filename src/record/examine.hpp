#pragma once
/// All checks of a file compared with its bytes, at the speed of the disk: by several threads.

#include <cstdint>
#include <vector>

#include "core/base/watch.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

/// As ResultFile::find_unverified(). Incomplete if it was stopped.
UnverifiedSamples examine(const ResultFile& file, int threads, const Watch& watch = {});

/// The same with `traced` in place of what the file says of its traced samples.
UnverifiedSamples examine(const ResultFile& file, const std::vector<std::int64_t>& traced,
                          int threads, const Watch& watch = {});

/// What they count as done. [byte]
std::uint64_t bytes_to_examine(const ResultFile& file);

/// Elements of an int64 or int8 dataset, whatever they are: those of damaged samples may be any.
std::vector<std::int64_t> whole_numbers(const ResultFile& file, const Dataset& dataset,
                                        std::int64_t first, std::int64_t count);

}  // namespace montecopter::record
