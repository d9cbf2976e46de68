#pragma once
/// Quantile of an output if an input scattered half as much about its mean, from samples in which
/// it did not. Each of n samples gets a weight with which the input is distributed as m + (x - m) /
/// 2, with m the mean of x. The result is the weighted quantile of the output.
///
/// The density of the input need not be known. The mass 1/n of each x(j) goes to the samples near
/// m + (x(j) - m) / 2: in equal parts to those of the k ranks about it, k = sqrt(n). Fewer make
/// weights noisy, more blur the input; k/n of its mass is a small part of it at any n worth the
/// while. Where the other inputs are independent of this one, they keep their distributions: the
/// weights depend on x alone. Inputs that are correlated with it are scaled along with it.
///
/// It works where the input has values near all m + (x - m) / 2, which continuous ones with a peak
/// have. From a few discrete values, or a bimodal distribution, the weights would make another
/// distribution, whose spread shows it.

#include <vector>

#include "core/statistics/ordered_values.hpp"

namespace montecopter::statistics {

/// Weights of n samples, as whole numbers, whose sums are exact in any order.
struct Weights {
  std::vector<double> of;
  double total = 0;
  double effective = 0;  ///< samples that are as good without weights, 1 / sum of squares (Kish)
};

/// Every sample as often as it is in the resample.
Weights equal_weights(const Counts& counts);

/// Weights with which the input of a resample has half of its spread.
Weights halving_weights(const OrderedValues& input, const Counts& counts);

/// Standard deviation of weighted values over that of the values of the resample: 0.5 if the spread
/// is halved indeed. NaN if all values are equal.
double spread_ratio(const OrderedValues& input, const Counts& counts, const Weights& weights);

/// The p-quantile of weighted values, 0 < p < 1: that of Akinshin (Weighted quantile estimators,
/// arXiv 2304.07265 (2023)) which is type 7 of Hyndman and Fan if all weights are equal. With N
/// effective samples it is the mean of the values over the cumulative weights from (N - 1) p / N to
/// ((N - 1) p + 1) / N.
double weighted_quantile(const OrderedValues& of, const Weights& weights, double p);

}  // namespace montecopter::statistics
