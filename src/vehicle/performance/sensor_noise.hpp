#pragma once
/// What the noise of a scenario's sensors is by its parameters, and their flight at rest that shows
/// it.

#include <cstddef>
#include <string>
#include <vector>

#include "core/statistics/allan_theory.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// One number that a sensor reads again and again, with errors that Allan variances describe.
struct NoisyChannel {
  std::string name;           ///< "imu0.gyroscope.x", "baro.barometer.altitude"
  std::string sensor;         ///< "imu0.gyroscope"
  std::string dataset;        ///< that has its readings
  std::size_t component = 0;  ///< of the dataset
  std::string unit;
  double constant_bias = 0, turn_on_bias_sd = 0, resolution = 0;
  NoiseModel noise;
  /// Whether the model says what Allan variances are: not where digits are coarser than twice the
  /// white noise, or readings reach the full scale (within 4 standard deviations).
  bool has_theory = true;
};

/// Channels of all sensors but those of rotor speed, whose errors are of times. Nominal values.
std::vector<NoisyChannel> noisy_channels(const Sensors& sensors);

/// A scenario in which the sensor ("imu0.gyroscope") alone reads so many times, with its own noise,
/// on a body that rests without weight at the scenario's home. It does not age: no latency, no
/// jitter.
Scenario at_rest(const Scenario& scenario, const std::string& sensor, std::int64_t readings);

}  // namespace montecopter
