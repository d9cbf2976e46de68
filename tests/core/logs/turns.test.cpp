/// Attitudes beside body rates of one made-up flight, whose turns are known.

#include "core/logs/turns.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter::logs;

namespace {

/// A roll of 0.8 sin(3 t) rad with its rate, recorded for 20 s; `late_s` delays the attitude.
struct Rolling {
  explicit Rolling(double late_s = 0, double factor = 1) {
    attitude.name = "attitude", attitude.components = {"w", "x", "y", "z"};
    rate.name = "body_rate", rate.components = {"x", "y", "z"};
    for (int k = 0; k < 4000; ++k) {
      const double t = 0.005 * k, half = 0.4 * std::sin(3 * (t - late_s));
      attitude.time_s.push_back(t);
      rate.time_s.push_back(t);
      attitude.values.insert(attitude.values.end(), {std::cos(half), std::sin(half), 0, 0});
      rate.values.insert(rate.values.end(), {factor * 2.4 * std::cos(3 * t), 0, 0});
    }
  }
  Turns compared() const { return compare_turns(attitude, rate); }

  RecordedSignal attitude, rate;
};

}  // namespace

TEST_CASE("rates that are the derivative of the attitude agree with it") {
  const Turns turns = Rolling().compared();
  CHECK(turns.verdict == Turns::Verdict::agree);
  CHECK(turns.missed[0] < 0.01);       // the second order of windows of 0.1 s
  CHECK(std::isnan(turns.missed[1]));  // nothing turns about y
}

TEST_CASE("an attitude that is late agrees, and its lag is found") {
  const Turns turns = Rolling(0.05).compared();
  CHECK(turns.verdict == Turns::Verdict::agree);
  CHECK(turns.lag_s == Approx(0.05).margin(0.01));  // it is looked for in steps of 10 ms
}

TEST_CASE("rates of the wrong sign or unit contradict it") {
  const Turns opposite = Rolling(0, -1).compared();
  CHECK(opposite.verdict == Turns::Verdict::contradict);
  CHECK_THAT(contradiction_of(opposite, "body_rate"), Catch::Contains("body_rate"));
  // Degrees that are taken for radians: 1 - 1/57.3 of the larger one is missed.
  const Turns degrees = Rolling(0, 180 / std::acos(-1.0)).compared();
  CHECK(degrees.verdict == Turns::Verdict::contradict);
  CHECK(degrees.missed[0] == Approx(1 - std::acos(-1.0) / 180).margin(0.01));
}

TEST_CASE("a jump of the attitude that rates contradict is a reset") {
  RecordedFlight flight;
  Rolling rolling;
  // From 10 s on everything is turned by a further radian about z.
  for (std::size_t k = 2000; k < 4000; ++k) {
    double* q = &rolling.attitude.values[4 * k];
    const double w = q[0], x = q[1], c = std::cos(0.5), s = std::sin(0.5);
    q[0] = c * w, q[1] = c * x, q[2] = s * x, q[3] = s * w;
  }
  flight.signals = {rolling.attitude, rolling.rate};
  exclude_resets(flight);
  const RecordedSignal& attitude = *flight.find("attitude");
  REQUIRE(attitude.resets.size() == 1);
  CHECK(attitude.resets[0].time_s == Approx(10));
  CHECK(attitude.resets[0].size == Approx(1).margin(0.02));  // and the roll of a step
}
