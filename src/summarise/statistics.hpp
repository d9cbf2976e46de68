#pragma once
/// Statistics of one metric over samples: sums in a fixed order, exact quantiles and their
/// confidence intervals. The definitions are in docs/statistics.md.

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "plan/vocabulary.hpp"
#include "summarise/tree_sum.hpp"

namespace montecopter {

/// In the order of vocabulary.hpp's `statistics`.
using StatisticsRow = std::array<double, statistics.size()>;

/// Takes numbers in pieces.
using TakeValues = std::function<void(std::span<const double>)>;
/// Hands out numbers, none of them NaN, in the order of the samples, as often as it is called.
using Values = std::function<void(const TakeValues&)>;

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

/// stored_nan where a statistic is undefined, and for a bound of a quantile that n is too small
/// for. Memory: some megabytes, whatever the number of values.
StatisticsRow statistics_of(const Values& values);
/// The same of values in sample order; those that are NaN are left out and not counted.
StatisticsRow summarise_values(std::vector<double> values);

}  // namespace montecopter
