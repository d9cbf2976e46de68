#pragma once
/// Distribution of values as counts between edges: a page holds bins, never all values.

#include <cstdint>
#include <vector>

namespace montecopter::report {

struct Histogram {
  std::vector<double> edges;  ///< ascending, one more than counts
  std::vector<double> counts;
};

/// Histogram of finite values, one at least: bins of equal width, after Freedman & Diaconis
/// (Zeitschrift für Wahrscheinlichkeitstheorie und verwandte Gebiete 57 (1981) 453), 60 at most. An
/// edge belongs to the bin above it, the last one to the last bin.
Histogram histogram(const std::vector<double>& ascending);

}  // namespace montecopter::report
