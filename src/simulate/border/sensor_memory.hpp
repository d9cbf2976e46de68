#pragma once
/// What a suite remembers of a sensor, in packs: set-up finds room for it, SensorSuite fills it.
/// All members are S.

#include <array>

#include "dynamics/sensors/sensor_kinds.hpp"

namespace montecopter {

/// Memory of a sensor that reads what there is at an instant. Its random processes come first.
template <class Sensor, class S>
struct SensorMemory {
  std::array<ErrorState<S, error_axes<Sensor>>, error_models<Sensor>> errors;
  S age;  ///< steps before the last at which lanes may measure at which a lane does
  IdealReading<Sensor, S> ideal_kept;  ///< reading without errors, until all lanes have measured
};

/// Memory of one rotor whose turns are timed: its clock and, as lanes may measure at different
/// steps, the reading without errors. The age, which all rotors share, lies before them.
template <TimesTurns Sensor, class S>
struct RotorMemory {
  typename Sensor::template Clock<S> clock;
  std::array<S, 1> ideal_kept;
};

}  // namespace montecopter
