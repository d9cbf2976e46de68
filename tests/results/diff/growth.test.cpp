/// Distances of known course: their closed forms are what has to be found.

#include "results/diff/growth.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace montecopter::diff;

namespace {

struct History {
  std::vector<double> times_s, distances;
};

template <class Distance>
History history(const Distance& distance, int count = 200) {
  History h;
  for (int i = 0; i < count; ++i) {
    h.times_s.push_back(0.01 * i);
    h.distances.push_back(distance(0.01 * i));
  }
  return h;
}

Growth found(const History& h) {
  const auto growth = growth_of(h.times_s, h.distances);
  REQUIRE(growth);
  return *growth;
}

}  // namespace

TEST_CASE("no distance, no growth") {
  CHECK_FALSE(growth_of(std::vector<double>{0, 1}, std::vector<double>{0, 0}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(growth_of(std::vector<double>{0, 1}, std::vector<double>{nan, 0}));
}

TEST_CASE("an exponential doubles in ln 2 over its rate") {
  const Growth growth =
      found(history([](double t) { return t < 0.5 ? 0 : 1e-15 * std::exp(7 * t); }));
  CHECK(growth.kind == GrowthKind::exponential);
  CHECK(growth.doubling_s == Approx(std::log(2) / 7));
  CHECK(growth.from_s == Approx(0.5));
  CHECK(growth.to_s == Approx(1.99));
  CHECK(growth.determination == Approx(1));
}

TEST_CASE("chaos: two logistic maps that begin 1e-12 apart double once per step") {
  // The Lyapunov exponent of x' = 4 x (1 - x) is ln 2.
  History h;
  double x = 0.3, y = 0.3 + 1e-12;
  for (int i = 0; i < 36; ++i) {
    h.times_s.push_back(i);
    h.distances.push_back(std::fabs(x - y));
    x = 4 * x * (1 - x), y = 4 * y * (1 - y);
  }
  const Growth growth = found(h);
  CHECK(growth.kind == GrowthKind::exponential);
  CHECK(growth.doubling_s == Approx(1).epsilon(0.1));
  CHECK_THAT(growth.text("m"), Catch::StartsWith("grows exponentially from 1e-12 m at 0 s to"));
}

TEST_CASE("a constant error of acceleration grows with the square of time") {
  const Growth growth =
      found(history([](double t) { return t < 0.2 ? 0 : 0.5 * 0.01 * std::pow(t - 0.19, 2); }));
  CHECK(growth.kind == GrowthKind::power);
  CHECK(growth.exponent == Approx(2).epsilon(0.02));
}

TEST_CASE("what is there at once jumps") {
  const Growth growth = found(history([](double t) { return t < 1 ? 0 : 0.3 + 0.1 * t; }));
  CHECK(growth.kind == GrowthKind::jump);
  CHECK(growth.from_s == Approx(1));
  CHECK_THAT(growth.text("m"), Catch::StartsWith("jumps by 0.4 m at 1 s; at most 0.499 m"));
  CHECK(found(history([](double t) { return t == 0.5 ? 1e-16 : 0; })).kind == GrowthKind::jump);
}

TEST_CASE("what goes up and down is irregular") {
  const Growth growth =
      found(history([](double t) { return 1e-6 + std::pow(std::sin(40 * t), 20); }));
  CHECK(growth.kind == GrowthKind::irregular);
}
