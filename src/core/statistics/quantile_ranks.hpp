#pragma once
/// Order statistics that enclose or bound a quantile, whatever the distribution of the samples is.

#include <cstddef>

namespace montecopter::statistics {

/// Ranks, counted from 1, of the samples that enclose a quantile; 0: n is too small for a bound on
/// this side.
struct QuantileRanks {
  std::size_t low = 0, high = 0;
};

/// Ranks of a confidence interval of the p-quantile (0 < p < 1) of n independent samples. They are
/// the largest `low` and the smallest `high` that each miss the quantile with a probability of at
/// most `miss` (0 < miss < 1). With B binomial(n, p):
///   P(x[low] > q) = P(B < low) <= miss, P(x[high] < q) = P(B >= high) <= miss.
/// Both together have the confidence 1 - 2 miss: 95 % unless given. Conover, Practical
/// Nonparametric Statistics, 3rd ed. (1999), section 3.2.
///
/// `miss` and not the confidence is the argument, because 0.025 is not (1 - 0.95) / 2 in doubles,
/// and the ranks of stored statistics have to stay what they are.
QuantileRanks quantile_ranks(std::size_t n, double p, double miss = 0.025);

/// Rank of the smallest sample that is an upper bound of the p-quantile with the given confidence;
/// 0: n is too small. Wilks, Annals of Mathematical Statistics 12 (1941) 91.
std::size_t upper_bound_rank(std::size_t n, double p, double confidence);

/// Rank of the largest sample that is a lower bound of the p-quantile with the given confidence;
/// 0: n is too small.
std::size_t lower_bound_rank(std::size_t n, double p, double confidence);

}  // namespace montecopter::statistics
