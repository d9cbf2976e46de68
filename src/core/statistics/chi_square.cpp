#include "core/statistics/chi_square.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {

// A chi-square number is twice a gamma number of half its degrees.

double chi_square_below(double x, double freedom) {
  return boost::math::gamma_p(0.5 * freedom, 0.5 * x, OwnDigits{});
}

double chi_square_quantile(double p, double freedom) {
  return 2 * boost::math::gamma_p_inv(0.5 * freedom, p, OwnDigits{});
}

/// n times the mean has n `freedom` degrees.
Interval chi_square_mean_interval(std::int64_t n, int freedom, double probability) {
  const auto count = static_cast<double>(n);
  const double shape = count * freedom / 2, outside = (1 - probability) / 2;
  return {2 * boost::math::gamma_p_inv(shape, outside, OwnDigits{}) / count,
          2 * boost::math::gamma_q_inv(shape, outside, OwnDigits{}) / count};
}

}  // namespace montecopter::statistics
