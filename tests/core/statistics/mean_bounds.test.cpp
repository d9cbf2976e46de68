#include "core/statistics/mean_bounds.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace montecopter::statistics;

TEST_CASE("Student's t is that of mpmath and of closed forms") {
  // mpmath 1.2.1, 40 digits: P(T >= t) = betainc(nu/2, 1/2, 0, nu / (nu + t^2), regularized=True) /
  // 2, and its roots. (t.ppf of scipy 1.10.1 has ten digits only.)
  CHECK(t_quantile(10, 0.95) == Approx(1.8331129326562366).epsilon(1e-12));
  CHECK(t_quantile(100, 0.995) == Approx(2.6264054572808272).epsilon(1e-12));
  CHECK(t_tails(10, -1.5).at_most == Approx(0.08392532802853741).epsilon(1e-12));
  CHECK(t_tails(30, 2.5).at_least == Approx(0.0091626721692130385).epsilon(1e-12));
  // One degree of freedom is Cauchy's distribution, two have a closed quantile.
  const double pi = 3.14159265358979323846;
  CHECK(t_quantile(2, 0.9) == Approx(std::tan(pi * 0.4)).epsilon(1e-12));
  CHECK(t_quantile(3, 0.9) == Approx(0.8 / std::sqrt(2 * 0.9 * 0.1)).epsilon(1e-12));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(t_tails(5, infinity).at_most == 1);
  CHECK(t_tails(5, infinity).at_least == 0);
  CHECK(t_tails(5, -infinity).at_most == 0);
}

TEST_CASE("intervals of a mean have any confidence, on both sides or on one") {
  const MeanSummary values{10, 1.2, 0.5};
  const double se = 0.5 / std::sqrt(10.0);
  const Interval both = t_interval(values, 0.9), one = t_bounds(values, 0.95);
  CHECK(both.low == Approx(1.2 - 1.8331129326562366 * se).epsilon(1e-12));
  CHECK(both.high == Approx(1.2 + 1.8331129326562366 * se).epsilon(1e-12));
  CHECK(one.low == Approx(both.low).epsilon(1e-12));
  CHECK(one.high == Approx(both.high).epsilon(1e-12));
  // The 95 % of stats is this level, exactly.
  CHECK(0.5 + 0.5 * 0.95 == 0.975);
  for (const MeanSummary& little :
       {MeanSummary{0, 0, 0}, MeanSummary{1, 3, 0}, MeanSummary{5, std::nan(""), 1},
        MeanSummary{5, 1, std::nan("")}}) {
    CHECK(t_interval(little, 0.95).low == -std::numeric_limits<double>::infinity());
    CHECK(t_interval(little, 0.95).high == std::numeric_limits<double>::infinity());
  }
}
