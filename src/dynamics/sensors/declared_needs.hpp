#pragma once
/// What a sensor says of its keys that their ranges cannot say, and of what it reads.
/// scenario/checks/sensors.cpp asks the type of the sensor and knows none of them by name. Keys
/// are those of the sensor.

#include <optional>
#include <string_view>

namespace montecopter {

/// What has to be there, or else every reading says the same or nothing.
struct SensorNeeds {
  bool magnetic_field = false;
  bool changing_pressure = false;  ///< with the altitude
  bool rotor_speeds = false;       ///< as states or inputs of the motors
};

/// Between which numbers there are readings.
struct ReadingLimits {
  std::string_view what;  ///< that is read
  std::string_view low_key, high_key;
  double low;
  std::optional<double> high;  ///< none: however large
  std::string_view unit;
};

}  // namespace montecopter
