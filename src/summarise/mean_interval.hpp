#pragma once
/// How well the mean of a metric is known.

#include "summarise/statistics.hpp"

namespace montecopter {

/// 95 % confidence interval of the mean by Student's t: mean +- t(n - 1, 97.5 %) se. NaN for fewer
/// than two values. It is exact for normal values, and comes near for many values of any
/// distribution with a variance.
struct MeanInterval {
  double low = stored_nan, high = stored_nan;
  double half_width = stored_nan;
};
MeanInterval mean_interval(const StatisticsRow& row);

/// True if the values are so few for their skewness that the interval covers the mean in less than
/// 94 % of all cases: n < 25 G1^2. Cochran, Sampling Techniques, 3rd ed. (1977), section 2.15.
bool is_skewed(const StatisticsRow& row);

}  // namespace montecopter
