#pragma once
/// Uncertainty of a difference of two means by Student's t: of pairs, or of two independent sets of
/// samples. Exact for normal values, approximate for others, the better the more values there are.
/// For display: the last bits depend on the C library.

#include <cstddef>

#include "core/statistics/interval.hpp"
#include "core/statistics/mean_bounds.hpp"

namespace montecopter::statistics {

/// A difference of means (B - A), in the unit of the values.
struct MeanDifference {
  double mean = 0;
  double se = 0;                  ///< standard error
  double degrees_of_freedom = 0;  ///< of its t; 0: too few values to know anything
};

/// Mean of the differences within pairs.
MeanDifference paired_difference(const MeanSummary& differences);

/// Difference of two independent sets of samples, whose variances may differ: the degrees of
/// freedom are those of Welch, Biometrika 34 (1947) 28, and Satterthwaite, Biometrics Bulletin 2
/// (1946) 110.
MeanDifference welch_difference(const MeanSummary& a, const MeanSummary& b);

/// mean +- t(df, (1 + confidence) / 2) se; unbounded where nothing is known.
Interval difference_interval(const MeanDifference& difference, double confidence);

/// P-values of "the true difference is `value` at least" (at_most, the observed one is so small)
/// and of "it is `value` at most" (at_least). Without any spread the observed difference is taken
/// to be the true one. 1 where nothing is known.
StudentTails difference_tails(const MeanDifference& difference, double value);

/// Two-sided p-value of "there is no difference".
double difference_p_value(const MeanDifference& difference);

/// The smallest true difference that a two-sided t-test of n pairs with the standard deviation sd
/// finds with a probability of `power`. The test has the given level (0.05, say), and follows
/// Student's t with a noncentrality of delta sqrt(n) / sd. Infinite for fewer than two pairs.
/// Lehmann & Romano, Testing Statistical Hypotheses, 3rd ed. (2005), section 5.2. Good to 1e-9 of
/// itself.
double detectable_difference(std::size_t n, double sd, double power = 0.8, double level = 0.05);

}  // namespace montecopter::statistics
