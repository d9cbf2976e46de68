#pragma once
/// A golden and a result, both cut down to what they have in common, so that they can be compared
/// as two results are.

#include <string>
#include <vector>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

struct Comparable {
  record::ResultFile golden;
  record::ResultFile result;
  std::string holdings;                   ///< what the golden has of all flights
  std::vector<std::string> not_compared;  ///< of that, what the result does not have; in sentences
};

/// `path` is that of the golden, for messages.
Comparable comparable(const Golden& golden, const std::string& path,
                      const record::ResultFile& result);

/// "the golden holds digests and status of all 100 samples, all numbers of 4 (0, 33, 66, 99), and
/// traces of 4 at 49 times"
std::string holdings(const Golden& golden);

}  // namespace montecopter::golden
