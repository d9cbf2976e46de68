#include "core/statistics/mann_whitney.hpp"

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/bisect.hpp"
#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {

double auc(const OrderedValues& of, std::span<const char> is_event) {
  expects(is_event.size() == of.size(), "a kind for each value");
  const std::vector<double> ranks = mean_ranks(of, Counts(of.size(), 1));
  double sum = 0, events = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (is_event[i] == 0) continue;
    sum += ranks[i];
    ++events;
  }
  const double pairs = events * (static_cast<double>(of.size()) - events);
  if (pairs == 0) return std::numeric_limits<double>::quiet_NaN();
  return (sum - 0.5 * events * (events + 1)) / pairs;
}

Interval auc_interval(double auc, std::size_t m, std::size_t n, double confidence) {
  if (m == 0 || n == 0 || std::isnan(auc)) {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  const double pairs = static_cast<double>(m * n);
  const double k = 0.5 * static_cast<double>(m + n) - 1;
  using Normal = boost::math::normal_distribution<double, OwnDigits>;
  const double z = boost::math::quantile(Normal(), 0.5 + 0.5 * confidence);
  const auto reach = [&](double t) {
    const double spread = 1 + k * ((1 - t) / (2 - t) + t / (1 + t));
    return z * std::sqrt(t * (1 - t) * spread / pairs);
  };
  // Far from the estimate t is out of reach, at the estimate it is within.
  Interval out{auc, auc};
  if (auc > 0) out.low = first_false(0, auc, [&](double t) { return auc - t > reach(t); });
  if (auc < 1) out.high = last_true(auc, 1, [&](double t) { return t - auc <= reach(t); });
  return out;
}

}  // namespace montecopter::statistics
