/// Richardson extrapolation: exact for errors that are C h^p.

#include "vehicle/performance/convergence.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace montecopter {
namespace {

/// What flights with the errors C h^p differ by, for h = 1, 1/2, ...
std::vector<double> differences(double factor, double order, int count) {
  std::vector<double> d;
  for (int k = 0; k < count; ++k) {
    d.push_back(factor * (std::exp2(-k * order) - std::exp2(-(k + 1) * order)));
  }
  return d;
}

TEST_CASE("a pure power of the step is extrapolated exactly") {
  const double order = GENERATE(1.0, 2.0, 4.0, 8.0, 3.7);
  const Convergence c = extrapolate(differences(0.3, order, 4), 1, 1e-14);
  REQUIRE(c.errors.size() == 5);
  REQUIRE(c.orders.size() == 3);
  for (const double p : c.orders) CHECK(p == Approx(order).epsilon(1e-10));  // rounding
  for (int k = 0; k < 5; ++k) {
    CHECK(c.errors[static_cast<std::size_t>(k)] ==
          Approx(0.3 * std::exp2(-k * order)).epsilon(1e-9));
  }
}

TEST_CASE("where rounding hides the order, the last one is taken, or the integrator's") {
  const Convergence hidden = extrapolate({1.5e-12, 1e-16, 0}, 4, 1e-11);
  for (const double p : hidden.orders) CHECK(std::isnan(p));
  CHECK(hidden.errors[0] == Approx(1.6e-12));  // 16/15
  CHECK(hidden.errors[3] == 0);
  const Convergence seen = extrapolate({0.75, 0.1875, 1e-16}, 4, 1e-11);
  CHECK(seen.orders[0] == Approx(2));
  CHECK(std::isnan(seen.orders[1]));
  CHECK(seen.errors[1] == Approx(0.25));
}

TEST_CASE("what does not converge has a large error") {
  const double infinite = std::numeric_limits<double>::infinity();
  const Convergence c = extrapolate({infinite, 1, 1}, 4, 1e-11);
  CHECK(c.errors[0] == infinite);
  CHECK(c.errors[1] > 1);  // no order at all
  CHECK(c.errors[3] > 1);
}

TEST_CASE("a step is recommended only if all shorter ones are good, too") {
  CHECK(longest_reliable({true, true, true}) == 0u);
  CHECK(longest_reliable({false, true, true}) == 1u);
  CHECK(longest_reliable({false, true, false, true}) == 3u);
  CHECK(longest_reliable({true, true, false}) == std::nullopt);
  CHECK(longest_reliable({}) == std::nullopt);
}

}  // namespace
}  // namespace montecopter
