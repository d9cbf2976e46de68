#include "core/statistics/proportion_bounds.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "core/base/contract.hpp"
#include "core/statistics/binomial_tails.hpp"
#include "core/statistics/bisect.hpp"
#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {
namespace {

void expect_counts(std::size_t k, std::size_t n, double confidence) {
  expects(k <= n && 0 < confidence && confidence < 1, "k of n, and a confidence");
}

/// p with P(B >= k | p) <= miss, rounded down.
double lower_bound(std::size_t k, std::size_t n, double miss) {
  if (k == 0) return 0;
  const auto is_excluded = [&](double p) { return binomial_tails(k, n, p).at_least <= miss; };
  return last_true(0, 1, is_excluded);
}

/// p with P(B <= k | p) <= miss, rounded up.
double upper_bound(std::size_t k, std::size_t n, double miss) {
  if (k == n) return 1;
  const auto is_possible = [&](double p) { return binomial_tails(k, n, p).at_most > miss; };
  return first_false(0, 1, is_possible);
}

}  // namespace

double proportion_lower_bound(std::size_t k, std::size_t n, double confidence) {
  expect_counts(k, n, confidence);
  return lower_bound(k, n, 1.0 - confidence);
}

double proportion_upper_bound(std::size_t k, std::size_t n, double confidence) {
  expect_counts(k, n, confidence);
  return upper_bound(k, n, 1.0 - confidence);
}

Interval clopper_pearson(std::size_t k, std::size_t n, double confidence) {
  expect_counts(k, n, confidence);
  const double miss = (1.0 - confidence) / 2;
  return {lower_bound(k, n, miss), upper_bound(k, n, miss)};
}

Interval wilson(std::size_t k, std::size_t n, double confidence) {
  expect_counts(k, n, confidence);
  if (n == 0) return {0, 1};
  // z = sqrt(2) erf^-1(confidence) is the normal quantile of (1 + confidence) / 2.
  const double z2 = 2 * std::pow(boost::math::erf_inv(confidence, OwnDigits{}), 2);
  const auto count = static_cast<double>(n), successes = static_cast<double>(k);
  const double failures = count - successes;
  const double root = std::sqrt(z2 * (z2 / 4 + successes * failures / count));
  const double scale = 1 / (count + z2);
  // The smaller of both roots as a quotient, which does not cancel: p1 p2 = k^2 / (n (n + z^2)).
  const double low = successes * successes / (count * (successes + z2 / 2 + root));
  const double rest = failures * failures / (count * (failures + z2 / 2 + root));
  const double high = std::max((successes + z2 / 2 + root) * scale, low);
  return {low, k == n ? 1 : std::min(high, 1 - rest)};
}

Interval jeffreys(std::size_t k, std::size_t n, double confidence) {
  expect_counts(k, n, confidence);
  const double a = static_cast<double>(k) + 0.5, b = static_cast<double>(n - k) + 0.5;
  const double miss = (1.0 - confidence) / 2;
  return {k == 0 ? 0 : boost::math::ibeta_inv(a, b, miss, OwnDigits{}),
          k == n ? 1 : boost::math::ibetac_inv(a, b, miss, OwnDigits{})};
}

}  // namespace montecopter::statistics
