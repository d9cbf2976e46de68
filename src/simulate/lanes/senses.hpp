#pragma once
/// Readings passed to an external program beside the state: the last ones that its sensors gave.

#include "core/numerics/vec3.hpp"
#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// All members are S. Without a sensor of their own, body rate and specific force are true, and all
/// others are NaN.
template <class S>
struct Senses {
  Vec3<S> body_rate;              ///< [rad/s], FRD, or the axes of the sensor
  Vec3<S> specific_force;         ///< [m/s2], the same
  std::array<S, 3> field;         ///< of the magnetometer [T]
  std::array<S, 3> air;           ///< of the barometer: [m], [Pa], [K]
  std::array<S, 9> fix;           ///< of the GNSS, as Gnss reads it out
  S has_field, has_air, has_fix;  ///< 1: it has come out since the last update
  std::array<S, most_external_range_finders> distance;  ///< [m]; NaN: none yet
  S voltage, current;  ///< of the battery [V], [A]; NaN: there is none
};

}  // namespace montecopter
