#pragma once
/// The sensors that feed the estimator of a scenario.

#include <string>
#include <type_traits>

#include "dynamics/estimators/estimator.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

template <class Sensor>
struct UsedSensor {
  int place = -1;  ///< in for_each_sensor; -1: none
  const Sensor* sensor = nullptr;
  std::string name;  ///< "imu0.gyroscope"

  explicit operator bool() const { return sensor != nullptr; }
};

/// Sensors of the scenario that an estimator uses; the pointers lead into the scenario.
struct UsedSensors {
  UsedSensor<Accelerometer> accelerometer;
  UsedSensor<Gyroscope> gyroscope;
  UsedSensor<Magnetometer> magnetometer;
  UsedSensor<Barometer> barometer;
  UsedSensor<Gnss> gnss;

  KnownSensors known() const {
    return {accelerometer.sensor, gyroscope.sensor, magnetometer.sensor, barometer.sensor,
            gnss.sensor};
  }
};

/// The sensor of a kind in the unit of that name; without a name the first there is.
template <class Sensor>
UsedSensor<Sensor> find_sensor(const Sensors& sensors, const std::optional<std::string>& unit) {
  UsedSensor<Sensor> found;
  int place = 0;
  for_each_sensor(sensors, [&]<class Other>(const std::string& name, const Other& sensor) {
    if constexpr (std::is_same_v<Other, Sensor>) {
      const bool is_meant = !unit || name == *unit + "." + std::string(Sensor::key);
      if (!found && is_meant) found = {place, &sensor, name};
    }
    ++place;
  });
  return found;
}

inline UsedSensors used_sensors(const EstimatorSensors& e, const Sensors& sensors) {
  return {find_sensor<Accelerometer>(sensors, e.accelerometer),
          find_sensor<Gyroscope>(sensors, e.gyroscope),
          find_sensor<Magnetometer>(sensors, e.magnetometer),
          find_sensor<Barometer>(sensors, e.barometer), find_sensor<Gnss>(sensors, e.gnss)};
}

/// Properties that all types of estimators have.
inline const EstimatorSensors& sensors_of(const Estimator& estimator) {
  return std::visit([](const auto& e) -> const EstimatorSensors& { return e; }, estimator);
}

}  // namespace montecopter
