/// The chi-square quantile against Boost.Math in long double.

#include "core/statistics/chi_square.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

TEST_CASE("the chi-square quantile agrees with Boost.Math from 0.1 to 1e8 degrees of freedom") {
  double worst = 0;
  for (const double dof : {0.1, 0.3, 1.0, 1.5, 2.0, 3.7, 10.0, 20.0, 55.5, 1e3, 1e6, 1e8}) {
    const boost::math::chi_squared_distribution<long double> oracle(dof);
    for (const double p : {1e-6, 1e-3, 0.025, 0.1587, 0.5, 0.8413, 0.975, 0.999, 1 - 1e-6}) {
      const long double wanted = boost::math::quantile(oracle, static_cast<long double>(p));
      const double error = static_cast<double>(std::fabs(chi_square_quantile(p, dof) / wanted - 1));
      INFO(fmt::format("p {} dof {}: {:.2e}", p, dof, error));
      // At the largest p, P is rounded to 1.1e-16, which is 1e-10 of the 1e-6 that are left; the
      // quantile moves by its logarithm, at least ten times less.
      CHECK(error < 1e-11);
      worst = std::max(worst, error);
    }
  }
  CHECK(worst > 1e-17);  // Boost's is not the same code
}

TEST_CASE("the incomplete gamma function has its closed forms") {
  for (const double x : {0.0, 0.01, 0.5, 1.0, 1.99, 2.01, 4.0, 30.0}) {
    CHECK(gamma_p(1, x) == Approx(-std::expm1(-x)).epsilon(1e-14));
    CHECK(gamma_p(0.5, x) == Approx(std::erf(std::sqrt(x))).epsilon(1e-14));
    CHECK(gamma_p(2, x) == Approx(1 - (1 + x) * std::exp(-x)).margin(1e-14));
  }
}

}  // namespace
}  // namespace montecopter
