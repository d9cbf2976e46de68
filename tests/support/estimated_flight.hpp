#pragma once
/// Flights of a quadrotor with sensors and an estimator, as scenario texts.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "support/fly.hpp"

namespace montecopter {

struct EstimatedFlight {
  std::string estimator = "type = \"ekf\"\n";
  std::string feedback = "truth";
  std::string imu_noise = "white_noise_m_s2 = 0.05\nturn_on_bias_m_s2 = 0.1\n";
  std::string gyro_noise = "white_noise_rad_s = 0.005\nturn_on_bias_rad_s = 0.01\n";
  std::string position_noise = "position.white_noise_m = 0.5\n";
  std::string velocity_noise = "velocity.white_noise_m_s = 0.1\n";
  std::string barometer = "white_noise_m = 0.3\n";
  std::string magnetometer = "white_noise_t = 5e-7\n";
  std::string trajectory =
      "type = \"lissajous\"\namplitude_m = [3, 2, 1]\nrate_rad_s = [1.2, 1.7, 0.9]\n"
      "center_m = [0, 0, -10]\nheading = {type = \"fixed\", rate_rad_s = 0.5}\n";
  std::string velocity = "[0, 0, 0]";  ///< at the start
  std::string body_rate = "[0, 0, 0]";
  std::string antenna = {};        ///< keys of the GNSS
  std::string timing_of_imu = {};  ///< keys of both its sensors
  std::string vehicle = {};        ///< keys beside the included ones, with "vehicle."
  std::string rest = {};
  std::string signals = "[]";
  double duration_s = 10;
  int samples = 1;
  int imu_hz = 250;
};

inline std::string to_scenario(const EstimatedFlight& f) {
  return fmt::format(R"(
schema = 1
name = "estimated"
vehicle.include = "{}/vehicles/f450.toml"
{}
integrator = {{type = "rk4", rate_hz = 500}}
simulation = {{duration_s = {}, initial = {{position_m = [0, 0, -10], velocity_m_s = {}, body_rate_rad_s = {}}}}}
output = {{signals = {}, traces = "{}"}}
monte_carlo = {{samples = {}, seed = 42}}
environment = {{magnetic_field = {{type = "vector", field_t = [2e-5, 2e-6, 4e-5]}}}}
[trajectory]
{}
[controller]
type = "lee"
rate_hz = 250
feedback = "{}"
position_gain_1_s2 = 4
velocity_gain_1_s = 3
attitude_gain_n_m = [1.5, 1.5, 0.6]
rate_gain_n_m_s = [0.3, 0.3, 0.15]
[sensors.imu.accelerometer]
rate_hz = {}
{}{}
[sensors.imu.gyroscope]
rate_hz = {}
{}{}
[sensors.mag.magnetometer]
rate_hz = 50
{}
[sensors.baro.barometer]
rate_hz = 25
{}
[sensors.gps.gnss]
rate_hz = 10
{}{}{}
[estimator]
{}
{}
)",
                     MONTECOPTER_SCENARIOS, f.vehicle, f.duration_s, f.velocity, f.body_rate,
                     f.signals, f.signals == "[]" ? "none" : "all", f.samples, f.trajectory,
                     f.feedback, f.imu_hz, f.timing_of_imu, f.imu_noise, f.imu_hz, f.timing_of_imu,
                     f.gyro_noise, f.magnetometer, f.barometer, f.antenna, f.position_noise,
                     f.velocity_noise, f.estimator, f.rest);
}

/// Mean of a column over the samples, all of which must have flown.
inline double mean(const Flown& flown, const char* column) {
  double sum = 0;
  for (std::int64_t i = 0; i < flown.samples(); ++i) {
    REQUIRE(flown.status(i) == Status::ok);
    sum += flown.number(column, i);
  }
  return sum / static_cast<double>(flown.samples());
}

}  // namespace montecopter
