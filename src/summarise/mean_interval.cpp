#include "summarise/mean_interval.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace montecopter {
namespace {

/// Digits of the wider types of some machines would be bits that others do not have.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

/// 97.5 % quantile of Student's t.
double quantile_t(double degrees_of_freedom) {
  return boost::math::quantile(
      boost::math::students_t_distribution<double, Policy>(degrees_of_freedom), 0.975);
}

}  // namespace

MeanInterval mean_interval(const StatisticsRow& row) {
  const double n = row[statistic("n")], mean = row[statistic("mean")], se = row[statistic("se")];
  if (!(n >= 2) || !std::isfinite(mean) || !std::isfinite(se)) return {};
  const double half_width = quantile_t(n - 1) * se;
  return {mean - half_width, mean + half_width, half_width};
}

bool is_skewed(const StatisticsRow& row) {
  const double skewness = row[statistic("skewness")];
  return row[statistic("n")] < 25 * skewness * skewness;  // false for NaN
}

}  // namespace montecopter
