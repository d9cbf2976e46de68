#pragma once
/// The chi-square distribution, with any positive number of degrees of freedom.

#include <cstdint>

#include "core/statistics/interval.hpp"

namespace montecopter::statistics {

/// Probability that a chi-square number is below x >= 0.
double chi_square_below(double x, double freedom);

/// The value below which a chi-square number lies with probability p, 0 < p < 1.
double chi_square_quantile(double p, double freedom);

/// Interval that holds the mean of n independent chi-square numbers, each with `freedom` degrees of
/// freedom, with this probability; it is as often below as above. n >= 1. The mean normalised error
/// of a consistent filter over independent flights is such a mean (Y. Bar-Shalom, X. R. Li, T.
/// Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, section 5.4.2).
Interval chi_square_mean_interval(std::int64_t n, int freedom, double probability);

}  // namespace montecopter::statistics
