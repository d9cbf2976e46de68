#pragma once
/// Uncertainty of a probability from k successes in n independent samples, n chosen beforehand.
/// Confidences are between 0 and 1; without samples every bound is 0 or 1.

#include <cstddef>

#include "core/statistics/interval.hpp"

namespace montecopter::statistics {

/// The largest p with P(B >= k | p) <= 1 - confidence: the true probability lies below it in at
/// most a fraction 1 - confidence of all campaigns. 0 for k = 0. Clopper & Pearson, Biometrika 26
/// (1934) 404. The same bits on every machine.
double proportion_lower_bound(std::size_t k, std::size_t n, double confidence);

/// The smallest p with P(B <= k | p) <= 1 - confidence; 1 for k = n. The same bits everywhere.
double proportion_upper_bound(std::size_t k, std::size_t n, double confidence);

/// Clopper and Pearson's interval: both bounds with half of 1 - confidence each. It covers the true
/// probability at least as often as it says, whatever that is. The same bits everywhere.
Interval clopper_pearson(std::size_t k, std::size_t n, double confidence);

/// Wilson's score interval: the p with |k/n - p| <= z sqrt(p (1-p) / n), z the normal quantile.
/// Approximate: it covers what it says on average over p, not for each. Wilson, Journal of the
/// American Statistical Association 22 (1927) 209. For display: its bits depend on the C library.
Interval wilson(std::size_t k, std::size_t n, double confidence);

/// Jeffreys' interval: quantiles of the beta distribution (k + 1/2, n - k + 1/2), the posterior of
/// Jeffreys' prior; low is 0 for k = 0, high is 1 for k = n. Approximate like Wilson's. Brown, Cai
/// & DasGupta, Statistical Science 16 (2001) 101, section 3.1. For display, like Wilson's.
Interval jeffreys(std::size_t k, std::size_t n, double confidence);

}  // namespace montecopter::statistics
