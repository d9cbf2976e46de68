#pragma once
/// Statistics of one metric over samples: sums in a fixed order, exact quantiles and their
/// confidence intervals. The definitions are in docs/statistics.md.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "plan/vocabulary.hpp"

namespace montecopter {

/// In the order of vocabulary.hpp's `statistics`.
using StatisticsRow = std::array<double, statistics.size()>;

/// Sum of f(value) through a fixed binary tree over the index, so that the result depends on the
/// values and their order only.
template <class F>
double tree_sum(std::span<const double> values, const F& f) {
  if (values.empty()) return 0.0;
  if (values.size() == 1) return f(values[0]);
  // The left part is the largest power of two below the size: appending samples keeps old nodes.
  std::size_t left = 1;
  while (2 * left < values.size()) left *= 2;
  return tree_sum(values.first(left), f) + tree_sum(values.subspan(left), f);
}
double tree_sum(std::span<const double> values);

/// NaN where undefined: all for no values, all but the mean for one; skewness takes three values
/// and kurtosis four, of which not all are equal.
struct SampleMoments {
  double mean = stored_nan;
  double se = stored_nan;        ///< standard error of the mean
  double sd = stored_nan;        ///< with n - 1
  double skewness = stored_nan;  ///< adjusted, G1 of Joanes & Gill (The Statistician 47 (1998) 183)
  double kurtosis = stored_nan;  ///< excess, adjusted, G2 of the same
};
SampleMoments moments(std::span<const double> values);

/// Ascending, with -0 before +0: they are equal, but their bits are not.
void sort_ascending(std::vector<double>& values);

/// Quantile of ascending values (one at least), Hyndman & Fan type 7 (American Statistician 50
/// (1996) 361).
double quantile_type7(std::span<const double> ascending, double p);

/// `values` in sample order; those that are NaN are left out and not counted. stored_nan where a
/// statistic is undefined, and for a bound of a quantile that n is too small for.
StatisticsRow summarise_values(std::vector<double> values);

}  // namespace montecopter
