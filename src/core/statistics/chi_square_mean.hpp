#pragma once
/// The mean of independent chi-square numbers: what the mean normalised error of a consistent
/// filter is over independent flights (Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with
/// Applications to Tracking and Navigation, 2001, section 5.4.2).

#include <cstdint>

#include "core/statistics/interval.hpp"

namespace montecopter::statistics {

/// Where the mean of n such numbers, each with `freedom` degrees of freedom, lies with this
/// probability; it is as often below as above. n times the mean has n `freedom` degrees. n >= 1.
Interval chi_square_mean_interval(std::int64_t n, int freedom, double probability);

}  // namespace montecopter::statistics
