#pragma once
/// Selection of samples and times that a golden keeps in addition to all digests.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

/// Default number of chosen samples.
inline constexpr std::int64_t usual_chosen = 4;
/// Largest size of the traces of the chosen samples before compression. [byte]
inline constexpr std::uint64_t trace_bytes = 20 * 1024;

struct Selection {
  std::vector<std::int64_t> samples;  ///< ascending
  /// Columns that are kept for all samples, for statistical comparisons.
  std::set<std::string> whole = {};
  /// Kept positions of each axis of times, ascending.
  std::map<std::string, std::vector<std::int64_t>> times = {};
};

/// Largest size of the columns of metrics and inputs of all samples before compression. [byte]
inline constexpr std::int64_t column_bytes = 24 * 1024;

/// The columns of a file that a golden keeps for all samples, to judge requirements and to compare
/// means in pairs. These are all metrics and inputs if they fit into column_bytes; else `needed`,
/// if they fit; else none.
std::set<std::string> columns_that_fit(const record::ResultFile& file,
                                       const std::set<std::string>& needed);

/// Default choice of samples: the first, the last, and others evenly between them.
std::vector<std::int64_t> usual_samples(std::int64_t samples);

/// `count` of `size` evenly spaced positions, including the first and the last; all positions if
/// `size` is not larger.
std::vector<std::int64_t> spread(std::int64_t size, std::int64_t count);

/// Selects the samples, and as many times of every axis as trace_bytes allow, at least two.
Selection select(const record::ResultFile& file, std::vector<std::int64_t> samples,
                 std::set<std::string> whole = {});

/// The selection of a golden for `file`: its traces and times as far as the file has them.
Selection select_like(const Golden& golden, const record::ResultFile& file);

}  // namespace montecopter::golden
