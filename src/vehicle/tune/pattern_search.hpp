#pragma once
/// Maximum of a function of a few numbers without derivatives, for example with a constraint: R.
/// Hooke and T. A. Jeeves, "Direct search", J. ACM 8 (1961) 212, with diagonals of successive
/// numbers besides single ones.

#include <functional>
#include <vector>

namespace montecopter {

/// Range of each number.
struct SearchBounds {
  double low = 0, high = 0;
};

struct SearchPoint {
  std::vector<double> at;
  double merit = 0;
};

/// The function, of a point and the merit to exceed. If it does not exceed it, it may return any
/// lower value.
using Merit = std::function<double(const std::vector<double>&, double)>;

/// Searches from a point with its merit: steps begin at a fraction `wide` of the ranges and are
/// halved until they are below `narrow`.
SearchPoint pattern_search(SearchPoint from, const std::vector<SearchBounds>& ranges, double wide,
                           double narrow, const Merit& merit);

}  // namespace montecopter
