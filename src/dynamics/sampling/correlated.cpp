#include "dynamics/sampling/correlated.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/elementary.hpp"
#include "core/numerics/normal_quantile.hpp"

namespace montecopter {

Uniform53 uniform_of_score(double z) {
  constexpr std::uint64_t half = std::uint64_t{1} << 52;
  const double below = normal_cdf(-std::fabs(z)) * 0x1p53;  // of the nearer end, which is accurate
  const Uniform53 u = {std::min(static_cast<std::uint64_t>(below), half - 1)};
  return z <= 0 ? u : u.complement();
}

double score_correlation_of(double spearman) {
  double sine, cosine;
  sincos_turns(spearman / 12.0, sine, cosine);
  return 2.0 * sine;
}

double rank_correlation_of(double of_scores) {
  const double sine = 0.5 * of_scores;
  const double angle = atan2<double>(sine, std::sqrt(std::fma(-sine, sine, 1.0)));
  return angle * (3.0 / elementary::half_pi_high);
}

}  // namespace montecopter
