#pragma once
/// Noise of a scenario's sensors from their parameters, and their simulation at rest that shows it.

#include <cstddef>
#include <string>
#include <vector>

#include "core/statistics/allan_theory.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// One number that a sensor reads repeatedly, with errors that Allan variances describe.
struct NoisyChannel {
  std::string name;           ///< "imu0.gyroscope.x", "baro.barometer.altitude"
  std::string sensor;         ///< "imu0.gyroscope"
  std::string dataset;        ///< that contains its readings
  std::size_t component = 0;  ///< in the dataset
  std::string unit;
  double constant_bias = 0, turn_on_bias_sd = 0, resolution = 0;
  NoiseModel noise;
  /// Whether the Allan variance is known in theory: not where the resolution is coarser than twice
  /// the white noise, or readings reach the full scale (within 4 standard deviations).
  bool has_theory = true;
};

/// Channels of all sensors except rotor speed sensors, whose errors are times. Nominal values.
std::vector<NoisyChannel> noisy_channels(const Sensors& sensors);

/// A scenario in which the sensor ("imu0.gyroscope") alone takes this many readings, with its own
/// noise, on a weightless body at rest at the scenario's home. It has no latency and no jitter.
Scenario at_rest(const Scenario& scenario, const std::string& sensor, std::int64_t readings);

}  // namespace montecopter
