#pragma once
/// Readings passed to an external program with the state: the last output of each of its sensors.

#include "core/numerics/vec3.hpp"
#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// Readings of one pack. All members are S. Body rate and specific force without a sensor are true
/// values; readings of other missing sensors are NaN.
template <class S>
struct Senses {
  Vec3<S> body_rate;              ///< [rad/s], FRD, or the axes of the sensor
  Vec3<S> specific_force;         ///< [m/s2], the same
  std::array<S, 3> field;         ///< of the magnetometer [T]
  std::array<S, 3> air;           ///< of the barometer: [m], [Pa], [K]
  std::array<S, 9> fix;           ///< of the GNSS, as Gnss reads it out
  S has_field, has_air, has_fix;  ///< 1: a reading has come out since the last update
  std::array<S, most_external_range_finders> distance;  ///< [m]; NaN: none yet
  S voltage, current;  ///< of the battery [V], [A]; NaN: no battery
};

}  // namespace montecopter
