#pragma once
/// A golden and a result, both reduced to their common content, so that they can be compared like
/// two results.

#include <string>
#include <vector>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

struct Comparable {
  record::ResultFile golden;
  record::ResultFile result;
  std::string holdings;                   ///< content of the golden
  std::vector<std::string> not_compared;  ///< content that the result lacks, in sentences
};

/// Reduces both. `path` is the path of the golden, for messages.
Comparable comparable(const Golden& golden, const std::string& path,
                      const record::ResultFile& result);

/// "the golden holds digests and status of all 100 samples, all numbers of 4 (0, 33, 66, 99), and
/// traces of 4 at 49 times"
std::string holdings(const Golden& golden);

}  // namespace montecopter::golden
