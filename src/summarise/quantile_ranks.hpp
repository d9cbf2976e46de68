#pragma once
/// Which order statistics enclose a quantile, whatever the distribution of the samples is.

#include <cstddef>

namespace montecopter {

/// Ranks, counted from 1, of the samples that enclose a quantile; 0: n is too small for a bound on
/// this side.
struct QuantileRanks {
  std::size_t low = 0, high = 0;
};

/// Ranks of the 95 % confidence interval of the p-quantile (0 < p < 1) of n independent samples.
/// The largest `low` and the smallest `high` that miss the quantile with a probability of 2.5 % at
/// most each, B being binomial(n, p):
///   P(x[low] > q) = P(B < low) <= 0.025, P(x[high] < q) = P(B >= high) <= 0.025.
/// Conover, Practical Nonparametric Statistics, 3rd ed. (1999), section 3.2.
QuantileRanks quantile_ranks(std::size_t n, double p);

}  // namespace montecopter
