#pragma once
/// Quantiles of a few numbers that may be put in another order.

#include <algorithm>
#include <vector>

#include "core/base/index.hpp"

namespace montecopter {

/// The number at a rank (0: the least) of those given. Changes their order.
inline double at_rank(std::vector<double>& values, Index rank) {
  std::nth_element(values.data(), values.data() + rank, values.data() + values.size());
  return values[rank];
}

/// Median; the upper one of an even number. Changes the order. Not of none.
inline double upper_median(std::vector<double>& values) {
  return at_rank(values, values.size() / 2);
}

}  // namespace montecopter
