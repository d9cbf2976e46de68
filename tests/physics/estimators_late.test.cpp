/// Readings that are late, noisy accelerometers and process noise: whether the filter stays exact.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/estimated_flight.hpp"

namespace montecopter {
namespace {

/// 3.3 standard errors of the mean of that many chi-squares of 15 degrees: beyond it is one of 1000
/// consistent filters.
double band(int flights) { return 3.3 * std::sqrt(30.0 / flights); }

struct Case {
  const char* name;
  double latency_s;  ///< of the GNSS
  const char* accelerometer;
  const char* vehicle;
  int imu_hz;
};

/// Means over the flights: of the normalised error at the end, and of the normalised innovations.
struct Consistency {
  double nees, nis;
};

/// A Lissajous figure with a jerk of some m/s3, on the truth.
Consistency consistency(const Case& c, int seed) {
  EstimatedFlight f;
  f.samples = 300;
  f.duration_s = 6;
  f.imu_hz = c.imu_hz;
  f.imu_noise = fmt::format("white_noise_m_s2 = {}\nturn_on_bias_m_s2 = 0.1\n", c.accelerometer);
  f.velocity_noise += fmt::format("latency_s = {}\n", c.latency_s);
  f.vehicle = c.vehicle;
  std::string text = to_scenario(f);
  text.replace(text.find("seed = 42"), 9, fmt::format("seed = {}", seed));
  const Flown flown(text);
  return {mean(flown, "m_final_nees"), mean(flown, "m_mean_nis")};
}

constexpr const char* sih2022 = "[0.5, 1.7, 1.4]";
constexpr const char* rough = "process_noise.force_n2_s = 0.001";

TEST_CASE("the filter is consistent however late and noisy its readings are") {
  const auto c = GENERATE(Case{"late and noisy", 0.2, sih2022, "", 250},
                          Case{"shaken and late", 0.12, "0.05", rough, 125});
  const double nees = consistency(c, 1).nees;
  INFO(c.name << " " << nees);
  CHECK(std::abs(nees - 15) < band(300));
}

/// The whole table: test_physics "[nees]" -s
TEST_CASE("the table of latencies, noises and seeds", "[slow][nees]") {
  for (const char* noise : {"0.05", "0.3", "1.0", sih2022}) {
    for (const double latency : {0.0, 0.04, 0.12, 0.2}) {
      for (const int seed : {1, 2, 3}) {
        const Consistency calm = consistency({"", latency, noise, "", 250}, seed);
        const Consistency shaken = consistency({"", latency, noise, rough, 125}, seed);
        fmt::print("{:16} {:5} {} {:7.3f} {:6.4f} {:7.3f} {:6.4f}\n", noise, latency, seed,
                   calm.nees, calm.nis, shaken.nees, shaken.nis);
        CHECK(std::abs(calm.nees - 15) < band(300));
        CHECK(std::abs(shaken.nees - 15) < band(300));
      }
    }
  }
}

/// Without noise of its own: what a filter with late readings knows does not depend on draws.
EstimatedFlight quiet() {
  EstimatedFlight f;
  f.estimator =
      "type = \"ekf\"\naccelerometer_noise_m_s2 = 0.05\ngyroscope_noise_rad_s = 0.005\n"
      "gnss_position_noise_m = 0.5\ngnss_velocity_noise_m_s = 0.1\nmagnetometer_noise_t = 5e-7\n"
      "barometer_noise_m = 0.3\n";
  f.imu_noise = "turn_on_bias_m_s2 = 0.1\n";
  f.gyro_noise = "turn_on_bias_rad_s = 0.01\n";
  f.position_noise = f.velocity_noise = f.barometer = f.magnetometer = "";
  f.samples = 8;
  return f;
}

TEST_CASE("a filter with late readings is the prompt one, so much later") {
  // The oracle is the filter with prompt readings, at the time that the late one has got to.
  EstimatedFlight f = quiet();
  f.duration_s = 4;
  const Flown prompt(to_scenario(f));
  f.duration_s = 4.2;
  f.velocity_noise = "latency_s = 0.2\n";
  f.barometer = "latency_s = 0.04\n";
  const Flown late(to_scenario(f));
  for (const char* column : {"m_final_nees", "m_rms_position_estimation_error_m",
                             "m_rms_attitude_estimation_error_deg"}) {
    for (std::int64_t i = 0; i < f.samples; ++i) {
      CHECK(late.number(column, i) == Approx(prompt.number(column, i)).epsilon(1e-12));
    }
  }
}

TEST_CASE("what is seen of a late filter is of now, whatever the jerk") {
  // Started at the truth, without biases: what is left is the integration, by trapezoids of 4 ms.
  EstimatedFlight f = quiet();
  f.imu_noise = f.gyro_noise = "";
  f.estimator +=
      "initial = {position_m = 1e-6, velocity_m_s = 1e-6, attitude_rad = 1e-6, "
      "accelerometer_bias_m_s2 = 1e-6, gyroscope_bias_rad_s = 1e-6}\n";
  f.velocity_noise = "latency_s = 0.2\n";
  f.signals = "[\"position\", \"velocity\", \"position_estimate\", \"velocity_estimate\"]";
  f.samples = 1;
  f.duration_s = 6;
  const Flown flown(to_scenario(f));
  double worst_m = 0, worst_m_s = 0, speed = 0;
  for (std::int64_t step = 1500; step < 3000; ++step) {
    const auto p = flown.at("position", step), v = flown.at("velocity", step);
    const auto x = flown.at("position_estimate", step), u = flown.at("velocity_estimate", step);
    for (std::size_t k = 0; k < 3; ++k) {
      worst_m = std::max(worst_m, std::abs(p[k] - x[k]));
      worst_m_s = std::max(worst_m_s, std::abs(v[k] - u[k]));
      speed = std::max(speed, std::abs(v[k]));
    }
  }
  INFO(worst_m << " " << worst_m_s << " " << speed);
  // An estimate of 0.2 s ago would be 0.2 s times the speed behind.
  CHECK(speed > 2);
  CHECK(worst_m < 0.02);
  CHECK(worst_m_s < 0.05);
}

}  // namespace
}  // namespace montecopter
