#pragma once
/// The sensors that feed an estimator, as its set-up knows them: the nominal ones of a sweep point.

#include "dynamics/sensors/barometer.hpp"
#include "dynamics/sensors/gnss.hpp"
#include "dynamics/sensors/inertial.hpp"
#include "dynamics/sensors/magnetometer.hpp"

namespace montecopter {

/// Accelerometer and gyroscope are always there, the others may be null.
struct KnownSensors {
  const Accelerometer* accelerometer;
  const Gyroscope* gyroscope;
  const Magnetometer* magnetometer;
  const Barometer* barometer;
  const Gnss* gnss;
};

}  // namespace montecopter
