#pragma once
/// The largest of a function of a few numbers without derivatives, such as one with a constraint in
/// it: R. Hooke and T. A. Jeeves, "Direct search", J. ACM 8 (1961) 212, with the diagonals of
/// numbers that follow each other beside the single ones.

#include <functional>
#include <vector>

namespace montecopter {

/// Each number of the search lies between two.
struct SearchBounds {
  double low = 0, high = 0;
};

struct SearchPoint {
  std::vector<double> at;
  double merit = 0;
};

/// The function: at a point, and the merit that it has to exceed. Where it does not, it may return
/// any that is lower.
using Merit = std::function<double(const std::vector<double>&, double)>;

/// From a point with its merit: steps begin at a fraction `wide` of the ranges and are halved until
/// they are below `narrow` of them.
SearchPoint pattern_search(SearchPoint from, const std::vector<SearchBounds>& ranges, double wide,
                           double narrow, const Merit& merit);

}  // namespace montecopter
