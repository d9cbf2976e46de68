#pragma once
/// Statistics of one metric over samples: sums in a fixed order, exact quantiles and their
/// confidence intervals. The definitions are in docs/statistics.md.
///
/// summarise() calls statistics_of() for each metric and group; commands and reports call the other
/// functions for their own numbers. Statistics need at least three passes over the values, in
/// sample order. Pass 1 gives count, extremes and sum. Pass 2 gives the mean, corrected by the sum
/// of deviations. Pass 3 sums powers of scaled deviations. From the second pass on, it also
/// searches the order statistics of the quantiles (order_statistics.hpp), in further passes if
/// needed. Sums are trees in a fixed order (tree_sum.hpp). A row has one double per entry of
/// `statistics`, in that order.

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

/// One number per statistic, in the order of `statistics` in vocabulary.hpp.
using StatisticsRow = std::array<double, statistic_names.size()>;

/// Moments of samples; NaN where undefined. Without values all are NaN; one value gives the mean
/// only. Skewness needs three values and kurtosis four, not all equal.
struct SampleMoments {
  double mean = stored_nan;
  double se = stored_nan;        ///< standard error of the mean
  double sd = stored_nan;        ///< standard deviation, with n - 1
  double skewness = stored_nan;  ///< adjusted, G1 of Joanes & Gill (The Statistician 47 (1998) 183)
  double kurtosis = stored_nan;  ///< excess, adjusted, G2 of the same paper
};

/// Extremes, mean and spread of at least one number.
struct MeanAndSpread {
  LeastAndLargest extremes;
  double mean, sd;
};
SampleMoments moments(std::span<const double> values);
SampleMoments moments(const Values& values);
/// Mean and deviation as moments() gives them.
MeanAndSpread spread_of(std::span<const double> values);

/// Sorts ascending, with -0 before +0: they are equal, but their bits differ.
void sort_ascending(std::vector<double>& values);

/// Quantile of ascending values (at least one), Hyndman & Fan type 7 (American Statistician 50
/// (1996) 361).
double quantile_type7(std::span<const double> ascending, double p);

/// Quantile of `count` numbers; `at` gives the number with a rank, from 0.
template <class At>
double quantile_type7(std::uint64_t count, double p, const At& at) {
  const double h = static_cast<double>(count - 1) * p;
  const auto below = static_cast<std::uint64_t>(h);
  if (below + 1 >= count) return at(count - 1);
  const double low = at(below), high = at(below + 1);
  const double share = h - static_cast<double>(below);
  // There is no interpolation from minus infinity or between equal infinities.
  if (share == 0.0 || low == high || std::isinf(low)) return low;
  return std::fma(share, high - low, low);
}

/// All statistics of values; stored_nan where a statistic is undefined, and for quantile bounds
/// that need a larger n. Memory: some megabytes, whatever the number of values.
StatisticsRow statistics_of(const Values& values);
/// All statistics of values in sample order; NaN are left out and not counted.
StatisticsRow summarise_values(std::vector<double> values);

}  // namespace montecopter
