/// The noise of sensors at rest, of records whose noise is known, and what is refused.

#include "vehicle/performance/noise_at_rest.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/error.hpp"
#include "core/statistics/noise_record.hpp"

namespace montecopter {
namespace {

constexpr double dt = 0.01;

TEST_CASE("figures of many records lie within two standard errors of the truth", "[slow]") {
  const NoiseModel model = {.dt_s = dt, .white_sd = 0.5, .random_walk_sd_per_step = 0.005};
  const double white = 0.5 * std::sqrt(dt), walk = 0.005 / std::sqrt(dt);
  const int records = 100;
  int white_within = 0, walk_within = 0, flicker_unknown = 0;
  for (int i = 0; i < records; ++i) {
    const auto seed = static_cast<std::uint64_t>(1000 + i);
    const AxisNoise noise = noise_at_rest({noise_record(model, 16384, seed), dt});
    const auto is_within = [](const NoiseFigure& figure, double truth) {
      return std::abs(figure.value - truth) <= 2 * figure.standard_error;
    };
    white_within += is_within(noise.white_density, white);
    walk_within += is_within(noise.bias_random_walk, walk);
    flicker_unknown += !noise.bias_instability.is_known();
  }
  // 95 % of 100 are expected; 88 or fewer of them come once in 200 times.
  CHECK(white_within > 88);
  CHECK(walk_within > 88);
  CHECK(flicker_unknown > 88);
}

TEST_CASE("a figure that is not known is 0 and has a bound") {
  const NoiseModel model = {.dt_s = dt, .white_sd = 0.5};
  const AxisNoise noise = noise_at_rest({noise_record(model, 16384, 3), dt});
  CHECK(noise.white_density.value == Approx(0.05).epsilon(0.02));
  CHECK_FALSE(noise.bias_random_walk.is_known());
  CHECK(noise.bias_random_walk.value == 0);
  CHECK(noise.bias_random_walk.bound > 0);
  CHECK(noise.bias_random_walk.bound <
        0.05);  // 164 s of white noise alone: N / tau of some seconds
}

TEST_CASE("the stand-in for flicker noise has its summit there") {
  const FlickerStandIn stand_in = stand_in_for_flicker(2, 30);
  const double dt_s = 1e-3;
  const auto deviation = [&](double tau_s) {
    return std::sqrt(gauss_markov_allan_variance(
        stand_in.standard_deviation, dt_s / stand_in.time_s, std::llround(tau_s / dt_s)));
  };
  CHECK(deviation(30) == Approx(flicker_deviation * 2).epsilon(1e-4));  // steps of 1 ms
  CHECK(deviation(30) > deviation(25));
  CHECK(deviation(30) > deviation(36));
}

TEST_CASE("readings of a sensor that moves are told from those at rest") {
  const NoiseModel model = {.dt_s = dt, .white_sd = 0.5};
  AxisReadings axis{noise_record(model, 16384, 5), dt};
  CHECK_FALSE(why_not_at_rest(axis, 0.3));
  AxisReadings touched = axis;
  for (int i = 8000; i < 8100; ++i) touched.values[static_cast<std::size_t>(i)] *= 3;
  CHECK(why_not_at_rest(touched, 0.3).value().find("80.000 s") != std::string::npos);
  AxisReadings tilted = axis;
  for (std::size_t i = 9000; i < tilted.values.size(); ++i) tilted.values[i] += 0.6;
  CHECK(why_not_at_rest(tilted, 0.3).value().find("90.000 s") != std::string::npos);
  CHECK(why_not_at_rest({std::vector<double>(5000, 1.0), dt}, 0.3).value().find("same") !=
        std::string::npos);
}

TEST_CASE("too short a record, and what is no such noise, are refused with the reason") {
  const NoiseModel model = {.dt_s = dt, .white_sd = 0.5};
  const auto message = [](const AxisReadings& axis) {
    try {
      (void)noise_at_rest(axis);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::refused);
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message({noise_record(model, 900, 1), 0.1}).find("too short: 900 readings") !=
        std::string::npos);
  CHECK(message({noise_record(model, 2000, 1), dt}).find("in 20 s") != std::string::npos);
  // The rate of a body that only sways: its angle does not walk away.
  AxisReadings swaying{noise_record(model, 16384, 1), dt};
  for (std::size_t i = 0; i < swaying.values.size(); ++i) {
    swaying.values[i] = 0.1 * swaying.values[i] + std::cos(3.0 * dt * static_cast<double>(i));
  }
  CHECK(message(swaying).find("moves or vibrates") != std::string::npos);
  // Filtered: each reading is a mean of ten.
  AxisReadings filtered{noise_record(model, 16384, 1), dt};
  for (std::size_t i = filtered.values.size(); i-- > 10;) {
    double sum = 0;
    for (std::size_t k = 0; k < 10; ++k) sum += filtered.values[i - k];
    filtered.values[i] = sum / 10;
  }
  CHECK(message(filtered).find("filtered") != std::string::npos);
}

}  // namespace
}  // namespace montecopter
