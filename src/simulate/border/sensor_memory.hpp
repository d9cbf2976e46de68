#pragma once
/// Memory of a sensor in packs: set-up allocates it and SensorSuite fills it. All members are S.

#include <array>

#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

/// Memory of a sensor that reads instantaneous values. Its random processes come first.
template <class Sensor, class S>
struct SensorMemory {
  std::array<ErrorState<S, error_axes<Sensor>>, error_models<Sensor>> errors;
  S age;  ///< steps from a lane's measurement to the last step at which a lane may measure
  IdealReading<Sensor, S> ideal_kept;  ///< reading without errors, until all lanes have measured
};

/// Memory of one rotor whose revolutions are timed: its clock and the error-free reading, because
/// lanes may measure at different steps. The age, which all rotors share, lies before them.
template <TimesTurns Sensor, class S>
struct RotorMemory {
  typename Sensor::template Clock<S> clock;
  std::array<S, 1> ideal_kept;
};

}  // namespace montecopter
