#pragma once
/// What a golden holds of a result besides all digests: which samples, at which times.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

/// How many are chosen where nobody says which.
inline constexpr std::int64_t usual_chosen = 4;
/// What the traces of the chosen samples may take, before they are compressed. [byte]
inline constexpr std::uint64_t trace_bytes = 20 * 1024;

struct Selection {
  std::vector<std::int64_t> samples;  ///< ascending
  /// Numbers per sample that are kept of all samples, for statistical comparisons.
  std::set<std::string> whole = {};
  /// Positions that are kept of each axis of times, ascending.
  std::map<std::string, std::vector<std::int64_t>> times = {};
};

/// The first, the last, and others evenly between them.
std::vector<std::int64_t> usual_samples(std::int64_t samples);

/// `count` of `size` positions, evenly, the first and the last among them; all, if there are not
/// more.
std::vector<std::int64_t> spread(std::int64_t size, std::int64_t count);

/// The samples, and as many times of every axis as trace_bytes allow for them: two at least.
Selection select(const record::ResultFile& file, std::vector<std::int64_t> samples,
                 std::set<std::string> whole = {});

/// What a golden holds, to be taken of `file`, too: traces and times as far as it has them.
Selection select_like(const Golden& golden, const record::ResultFile& file);

}  // namespace montecopter::golden
