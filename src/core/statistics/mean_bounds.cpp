#include "core/statistics/mean_bounds.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/boost_policy.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

using StudentT = boost::math::students_t_distribution<double, OwnDigits>;

Interval about_mean(const MeanSummary& values, double p) {
  if (values.n < 2 || !std::isfinite(values.mean) || !std::isfinite(values.sd)) {
    return {-infinity, infinity};
  }
  const auto n = static_cast<double>(values.n);
  const double half_width = t_quantile(n, p) * (values.sd / std::sqrt(n));
  return {values.mean - half_width, values.mean + half_width};
}

}  // namespace

double t_quantile(double n, double p) {
  expects(n >= 2 && 0 < p && p < 1, "two values and a probability");
  return boost::math::quantile(StudentT(n - 1), p);
}

StudentTails t_tails(double n, double t) {
  expects(n >= 2 && !std::isnan(t), "two values and a number");
  if (std::isinf(t)) return {t > 0 ? 1.0 : 0.0, t > 0 ? 0.0 : 1.0};
  const StudentT distribution(n - 1);
  return {boost::math::cdf(distribution, t),
          boost::math::cdf(boost::math::complement(distribution, t))};
}

Interval t_interval(const MeanSummary& values, double confidence) {
  return about_mean(values, 0.5 + 0.5 * confidence);
}

Interval t_bounds(const MeanSummary& values, double confidence) {
  return about_mean(values, confidence);
}

}  // namespace montecopter::statistics
