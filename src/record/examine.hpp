#pragma once
/// All checks of a file compared with its bytes, at the speed of the disk: by several threads.

#include <atomic>
#include <cstdint>
#include <vector>

#include "record/reader.hpp"

namespace montecopter::record {

/// As ResultFile::find_unverified(). Incomplete if `stop` was set.
Unverified examine(const ResultFile& file, int threads, const std::atomic<bool>* stop = nullptr);

/// The same with `traced` in place of what the file says of its traced samples.
Unverified examine(const ResultFile& file, const std::vector<std::int64_t>& traced, int threads,
                   const std::atomic<bool>* stop = nullptr);

/// Elements of an int64 or int8 dataset, whatever they are: those of damaged samples may be any.
std::vector<std::int64_t> whole_numbers(const ResultFile& file, const Dataset& dataset,
                                        std::int64_t first, std::int64_t count);

}  // namespace montecopter::record
