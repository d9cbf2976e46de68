#pragma once
/// Tolerances of statistics that follow from the tolerances of their values. compare_signal() calls
/// it for rows of statistics in place of add_values().

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Whether these are the names of a row of statistics: n, sd, min and max among them.
bool has_moments(const std::vector<std::string>& names);

/// Adds one row of statistics of each file. If values differ by at most d, the mean and quantiles
/// differ by at most d, too. The standard deviation differs by at most d sqrt(n / (n - 1)).
/// Skewness and kurtosis are functions of deviations in units of sd and differ by multiples of d /
/// sd. If d is not small compared with sd, rounding determines the shape, and any value agrees. n
/// is exact.
void add_statistics(Tally& tally, const std::vector<std::string>& names, std::span<const double> a,
                    std::span<const double> b, std::int64_t first, const Tolerance& tolerance);

}  // namespace montecopter::diff
