#pragma once
/// Flights of a quadrotor with sensors and an estimator, as scenario texts.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "support/fly.hpp"
#include "support/scenario_builder.hpp"

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
  std::string vehicle = {};        ///< keys beside the included ones
  std::string rest = {};
  std::string signals = "[]";
  double duration_s = 10;
  int samples = 1;
  int imu_hz = 250;
};

inline std::string sensors_of(const EstimatedFlight& f) {
  return fmt::format(R"([sensors.imu.accelerometer]
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
{}{}{})",
                     f.imu_hz, f.timing_of_imu, f.imu_noise, f.imu_hz, f.timing_of_imu,
                     f.gyro_noise, f.magnetometer, f.barometer, f.antenna, f.position_noise,
                     f.velocity_noise);
}

inline std::string to_scenario(const EstimatedFlight& f) {
  return ScenarioBuilder::empty()
      .put(fmt::format("[vehicle]\ninclude = \"{}/vehicles/f450.toml\"\n{}\n",
                       MONTECOPTER_SCENARIOS, f.vehicle))
      .put("[integrator]\ntype = \"rk4\"\nrate_hz = 500\n")
      .put(fmt::format("[simulation]\nduration_s = {}\ninitial = {{position_m = [0, 0, -10], "
                       "velocity_m_s = {}, body_rate_rad_s = {}}}\n",
                       f.duration_s, f.velocity, f.body_rate))
      .put(fmt::format("[output]\nsignals = {}\ntraces = \"{}\"\n", f.signals,
                       f.signals == "[]" ? "none" : "all"))
      .put(fmt::format("[monte_carlo]\nsamples = {}\nseed = 42\n", f.samples))
      .put("[environment]\nmagnetic_field = {type = \"vector\", field_t = [2e-5, 2e-6, 4e-5]}\n")
      .put("[trajectory]\n" + f.trajectory)
      .put(fmt::format("[controller]\ntype = \"lee\"\nrate_hz = 250\nfeedback = \"{}\"\n"
                       "position_gain_1_s2 = 4\nvelocity_gain_1_s = 3\n"
                       "attitude_gain_n_m = [1.5, 1.5, 0.6]\nrate_gain_n_m_s = [0.3, 0.3, 0.15]\n",
                       f.feedback))
      .add(sensors_of(f))
      .add("[estimator]\n" + f.estimator)
      .add(f.rest)
      .text();
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
