#include "core/statistics/mean_difference.hpp"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/boost_policy.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

bool is_known(const MeanDifference& d) {
  return d.degrees_of_freedom > 0 && std::isfinite(d.mean) && std::isfinite(d.se);
}

/// Power of a two-sided test whose statistic has this noncentrality.
double two_sided_power(double degrees_of_freedom, double critical, double noncentrality) {
  const boost::math::non_central_t_distribution<double, OwnDigits> t(degrees_of_freedom,
                                                                     noncentrality);
  return boost::math::cdf(boost::math::complement(t, critical)) + boost::math::cdf(t, -critical);
}

}  // namespace

MeanDifference paired_difference(const MeanSummary& differences) {
  if (differences.n < 2) return {differences.mean, infinity, 0};
  const auto n = static_cast<double>(differences.n);
  return {differences.mean, differences.sd / std::sqrt(n), n - 1};
}

MeanDifference welch_difference(const MeanSummary& a, const MeanSummary& b) {
  if (a.n < 2 || b.n < 2) return {b.mean - a.mean, infinity, 0};
  const auto na = static_cast<double>(a.n), nb = static_cast<double>(b.n);
  const double se_a = a.sd / std::sqrt(na), se_b = b.sd / std::sqrt(nb);
  const double se = std::hypot(se_a, se_b);
  if (se == 0) return {b.mean - a.mean, 0, na + nb - 2};
  // Shares of the variance: no square of a square, which could overflow.
  const double share_a = se_a / se * (se_a / se), share_b = se_b / se * (se_b / se);
  return {b.mean - a.mean, se, 1 / (share_a * share_a / (na - 1) + share_b * share_b / (nb - 1))};
}

Interval difference_interval(const MeanDifference& d, double confidence) {
  expects(0 < confidence && confidence < 1, "a confidence");
  if (!is_known(d)) return {-infinity, infinity};
  const double half_width = t_quantile(d.degrees_of_freedom + 1, 0.5 + 0.5 * confidence) * d.se;
  return {d.mean - half_width, d.mean + half_width};
}

StudentTails difference_tails(const MeanDifference& d, double value) {
  if (!is_known(d)) return {1, 1};
  const double distance = d.mean - value;
  if (distance == 0 && d.se == 0) return {1, 1};
  return t_tails(d.degrees_of_freedom + 1, distance / d.se);
}

double difference_p_value(const MeanDifference& d) {
  const StudentTails tails = difference_tails(d, 0);
  return std::min(1.0, 2 * std::min(tails.at_most, tails.at_least));
}

double detectable_difference(std::size_t n, double sd, double power, double level) {
  expects(0 < level && level < power && power < 1, "a power above the level");
  if (n < 2 || !std::isfinite(sd)) return infinity;
  const auto count = static_cast<double>(n);
  const double critical = t_quantile(count, 1 - level / 2);
  const auto suffices = [&](double noncentrality) {
    return two_sided_power(count - 1, critical, noncentrality) >= power;
  };
  // The power grows with the noncentrality; some 40 halvings give ten digits.
  double low = 0, high = critical;
  while (!suffices(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-10 * high) {
    const double middle = 0.5 * (low + high);
    (suffices(middle) ? high : low) = middle;
  }
  return high * (sd / std::sqrt(count));
}

}  // namespace montecopter::statistics
