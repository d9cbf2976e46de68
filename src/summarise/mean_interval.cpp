#include "summarise/mean_interval.hpp"

#include <cmath>

#include "inference/mean_bounds.hpp"

namespace montecopter {

MeanInterval mean_interval(const StatisticsRow& row) {
  const double n = row[statistic("n")], mean = row[statistic("mean")], se = row[statistic("se")];
  if (!(n >= 2) || !std::isfinite(mean) || !std::isfinite(se)) return {};
  const double half_width = inference::t_quantile(n, 0.975) * se;
  return {mean - half_width, mean + half_width, half_width};
}

bool is_skewed(const StatisticsRow& row) {
  const double skewness = row[statistic("skewness")];
  return row[statistic("n")] < 25 * skewness * skewness;  // false for NaN
}

}  // namespace montecopter
