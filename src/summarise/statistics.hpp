#pragma once
/// Statistics of one metric over samples: order-independent of threads, exact quantiles.

#include <array>
#include <span>
#include <vector>

#include "plan/vocabulary.hpp"

namespace montecopter {

/// In the order of plan.hpp's `statistics`: n, mean, sd, min, quantiles, max.
using StatisticsRow = std::array<double, statistics.size()>;

/// Sum through a fixed binary tree over the index, so that the result depends on the values only.
double tree_sum(std::span<const double> values);

/// Quantile of ascending values, Hyndman & Fan type 7 (American Statistician 50 (1996) 361).
double quantile_type7(std::span<const double> ascending, double p);

/// `values` in sample order. NaN where undefined: all but n for no values, sd for one.
StatisticsRow summarise_values(std::vector<double> values);

}  // namespace montecopter
