#pragma once
/// The attitude of a vehicle that heads north, from roll and pitch.

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter {

/// Pitch about y, then roll about the new x [rad]; body to world.
inline Quat<double> tilted(double roll, double pitch) {
  return product(quaternion_exp<double>({0, 0.5 * pitch, 0}),
                 quaternion_exp<double>({0.5 * roll, 0, 0}));
}

}  // namespace montecopter
