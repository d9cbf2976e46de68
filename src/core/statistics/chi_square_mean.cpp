#include "core/statistics/chi_square_mean.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {

Interval chi_square_mean_interval(std::int64_t n, int freedom, double probability) {
  const auto count = static_cast<double>(n);
  const double shape = count * freedom / 2, outside = (1 - probability) / 2;
  // A chi-square number is twice a gamma number of half its degrees.
  return {2 * boost::math::gamma_p_inv(shape, outside, OwnDigits{}) / count,
          2 * boost::math::gamma_q_inv(shape, outside, OwnDigits{}) / count};
}

}  // namespace montecopter::statistics
