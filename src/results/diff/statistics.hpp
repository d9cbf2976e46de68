#pragma once
/// How far statistics may be apart if the values that they are of may be. compare_signal() calls it
/// for rows of statistics in place of add_values().

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Whether these are the names of a row of statistics: n, sd, min and max among them.
bool has_moments(const std::vector<std::string>& names);

/// Adds one row of statistics of each file. If no value is further off than d, then neither are the
/// mean and the quantiles; the standard deviation is by d sqrt(n / (n - 1)) at most; and skewness
/// and kurtosis, which are made of deviations in units of sd, are so by multiples of d / sd. Where
/// d is not small against sd, rounding makes the shape, and it says nothing. n is exact.
void add_statistics(Tally& tally, const std::vector<std::string>& names, std::span<const double> a,
                    std::span<const double> b, std::int64_t first, const Tolerance& tolerance);

}  // namespace montecopter::diff
