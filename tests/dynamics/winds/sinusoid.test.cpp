/// When a sinusoidal wind begins.

#include "dynamics/winds/sinusoid.hpp"

#include <catch2/catch.hpp>

namespace montecopter {
namespace {

TEST_CASE("a sinusoid that begins at its peak begins with the step that starts at its time") {
  // Every 25 ms are 6 steps of 1/240 s; as doubles, n h is often a little less.
  const double h = 1.0 / 240;
  int rounded_down = 0;
  for (int k = 1; k <= 4000; ++k) {
    SinusoidWind wind;
    wind.to_m_s = {3, 0, 0};
    wind.frequency_hz = 0.1;
    wind.phase_rad = 1.5707963267948966;
    wind.start_s = k * 25 / 1000.0;
    const auto constants = wind.fold(h);
    const auto north = [&](int n) {
      return SinusoidWind::velocity(constants, WindPoint<double>{n * h, {0, 0, -5}, 5, {}}).x;
    };
    rounded_down += 6 * k * h < wind.start_s;
    REQUIRE(north(6 * k) == Approx(3).epsilon(1e-12));
    REQUIRE(north(6 * k - 1) == 0);
  }
  CHECK(rounded_down > 10);
}

}  // namespace
}  // namespace montecopter
