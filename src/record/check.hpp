#pragma once
/// Proof that a file is intact: the `check` of each sample and the content hash of the whole file.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/hash.hpp"
#include "core/base/row_ranges.hpp"
#include "core/base/watch.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// The datasets by their role in `check` and in the content hash, each in file order.
struct Roles {
  explicit Roles(const Schema& schema);
  std::vector<const Dataset*> sample;      ///< one row per sample
  std::vector<const Dataset*> trace;       ///< one row per stored trace
  std::vector<const Dataset*> statistics;  ///< all others: written last, or values of a sweep
};

/// The check of one sample: XXH3-128 over its index (int64, little-endian), its row of every sample
/// column, then of every trace column if it is traced. Never 0 0, which says "not flown".
class SampleCheck {
 public:
  void begin(std::int64_t sample);
  /// Begins with packed rows of the sample (PackedRows::of()).
  void begin(std::span<const std::byte> index_and_rows);
  void add(std::span<const std::byte> row) {
    if (row.size() > few_.size() - few_bytes_) return add_many(row);
    std::copy(row.begin(), row.end(), few_.data() + few_bytes_);
    few_bytes_ += row.size();
  }
  Hash128 end();

 private:
  void add_many(std::span<const std::byte> row);

  /// Buffer that hashes the columns of a sample together, because each has few bytes.
  std::array<std::byte, 1024> few_;
  std::size_t few_bytes_ = 0;
  bool has_more_ = false;  ///< hash_ has received earlier bytes
  Xxh3 hash_;
};

/// Reads the stored `trace_sample`. Throws Error(refused) unless it ascends within the samples.
std::vector<std::int64_t> read_trace_samples(int fd, const std::string& path, const Schema& schema);

/// Samples whose stored bytes do not match the stored check: never flown, or damaged.
struct UnverifiedSamples {
  RowRanges missing;  ///< samples whose check is 0 0
  RowRanges damaged;
};

/// Compares all checks. Memory: about 2 MiB or one sample, whichever is more, for each thread.
UnverifiedSamples find_unverified(int fd, const std::string& path, const Schema& schema,
                                  int threads = 1);

/// Bytes that find_unverified() counts for a file with all of its samples. [byte]
std::uint64_t bytes_to_verify(const Schema& schema);

/// Compares all checks with `traced` instead of the file's own list of traced samples. The result
/// is incomplete if it was stopped. All bytes are counted as done, including bytes of missing
/// samples.
UnverifiedSamples find_unverified(int fd, const std::string& path, const Schema& schema,
                                  const std::vector<std::int64_t>& traced, int threads,
                                  const Watch& watch);

/// Takes a sample and the stored checks from it on.
using TakeChecks = std::function<void(std::int64_t first, std::span<const Hash128>)>;

/// Reads the stored checks of samples [first, first + count) into reusable memory.
void read_checks(int fd, const std::string& path, const Dataset& check, std::int64_t first,
                 std::int64_t count, std::vector<Hash128>& checks);

/// Passes on all stored checks, ascending, in pieces of bounded size.
void take_checks(int fd, const std::string& path, const Schema& schema, const TakeChecks& take);

/// SHA-256 over the resolved scenario, `check` from the first to the last sample, and all other
/// root datasets (statistics, values of a sweep) in file order. Throws Error(internal) if a sample
/// has no check.
Digest256 content_sha256(int fd, const std::string& path, const Schema& schema);

}  // namespace montecopter::record
