#pragma once
/// Rules about a sensor's keys that their ranges cannot express, and about the quantities that it
/// reads. To check them, scenario/checks/sensors.cpp asks the type of the sensor and knows none of
/// them by name. Keys are those of the sensor.

#include <optional>
#include <string_view>

namespace montecopter {

/// Things that have to be there, or else every reading is the same or missing.
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
