#pragma once
/// Compares all checks of a file with its bytes, at the speed of the disk: in several threads.

#include <cstdint>
#include <vector>

#include "core/base/watch.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

/// Works as ResultFile::find_unverified(). The result is incomplete if it was stopped.
UnverifiedSamples examine(const ResultFile& file, int threads, const Watch& watch = {});

/// Uses `traced` instead of the file's own list of traced samples.
UnverifiedSamples examine(const ResultFile& file, const std::vector<std::int64_t>& traced,
                          int threads, const Watch& watch = {});

/// Bytes that examine() counts as done. [byte]
std::uint64_t bytes_to_examine(const ResultFile& file);

/// Elements of an int64 or int8 dataset, unchecked: damaged samples may have any value.
std::vector<std::int64_t> whole_numbers(const ResultFile& file, const Dataset& dataset,
                                        std::int64_t first, std::int64_t count);

}  // namespace montecopter::record
