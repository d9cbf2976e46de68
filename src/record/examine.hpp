#pragma once
/// All checks of a file compared with its bytes, at the speed of the disk: by several threads.

#include <atomic>
#include <cstdint>
#include <string>
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

/// Samples [first, end).
struct SampleRange {
  std::int64_t first = 0, end = 0;
  bool operator==(const SampleRange&) const = default;
};
using SampleRanges = std::vector<SampleRange>;

/// Of ascending numbers.
SampleRanges ranges_of(const std::vector<std::int64_t>& samples);
/// Adds a range behind all others; one that goes on is made longer.
void add_range(SampleRanges& ranges, const SampleRange& range);
std::int64_t count_of(const SampleRanges& ranges);

/// "sample 7", "samples 0 to 63, 70 and 128 to 191"; of many ranges the first, and how many more
/// samples there are.
std::string ranges_text(const SampleRanges& ranges);
/// [[0, 63], [70, 70]]: both ends are among the samples.
std::string ranges_json(const SampleRanges& ranges);

}  // namespace montecopter::record
