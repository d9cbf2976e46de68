#pragma once
/// Statistics of one metric over samples: sums in a fixed order, exact quantiles and their
/// confidence intervals. The definitions are in docs/statistics.md.
///
/// summarise() calls statistics_of() for each metric and group; commands and reports call the other
/// functions for numbers of their own. statistics_of() passes over the values three times or more,
/// in sample order: count, extremes and sum; the mean, corrected by the sum of deviations; sums of
/// powers of scaled deviations. From the second pass on, the order statistics of the quantiles are
/// searched for as well (order_statistics.hpp), in further passes if need be. Sums are trees in a
/// fixed order (tree_sum.hpp). A row has one double per entry of `statistics`, in that order.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plan/vocabulary.hpp"
#include "results/summarise/order_statistics.hpp"
#include "results/summarise/tree_sum.hpp"

namespace montecopter {

/// In the order of vocabulary.hpp's `statistics`.
using StatisticsRow = std::array<double, statistic_names.size()>;

/// NaN where undefined: all for no values, all but the mean for one; skewness takes three values
/// and kurtosis four, of which not all are equal.
struct SampleMoments {
  double mean = stored_nan;
  double se = stored_nan;        ///< standard error of the mean
  double sd = stored_nan;        ///< with n - 1
  double skewness = stored_nan;  ///< adjusted, G1 of Joanes & Gill (The Statistician 47 (1998) 183)
  double kurtosis = stored_nan;  ///< excess, adjusted, G2 of the same
};

/// Extremes, mean and spread of one number at least.
struct MeanAndSpread {
  LeastAndLargest extremes;
  double mean, sd;
};
SampleMoments moments(std::span<const double> values);
SampleMoments moments(const Values& values);
/// Mean and deviation as moments() gives them.
MeanAndSpread spread_of(std::span<const double> values);

/// Ascending, with -0 before +0: they are equal, but their bits are not.
void sort_ascending(std::vector<double>& values);

/// Quantile of ascending values (one at least), Hyndman & Fan type 7 (American Statistician 50
/// (1996) 361).
double quantile_type7(std::span<const double> ascending, double p);

/// The same of `count` numbers of which `at` gives the one of a rank, from 0.
template <class At>
double quantile_type7(std::uint64_t count, double p, const At& at) {
  const double h = static_cast<double>(count - 1) * p;
  const auto below = static_cast<std::uint64_t>(h);
  if (below + 1 >= count) return at(count - 1);
  const double low = at(below), high = at(below + 1);
  const double share = h - static_cast<double>(below);
  // From minus infinity no share leads away, and between equal infinities there is no way.
  if (share == 0.0 || low == high || std::isinf(low)) return low;
  return std::fma(share, high - low, low);
}

/// stored_nan where a statistic is undefined, and for a bound of a quantile that n is too small
/// for. Memory: some megabytes, whatever the number of values.
StatisticsRow statistics_of(const Values& values);
/// The same of values in sample order; those that are NaN are left out and not counted.
StatisticsRow summarise_values(std::vector<double> values);

}  // namespace montecopter
