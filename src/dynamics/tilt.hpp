#pragma once
/// The tilt of a vehicle, the angle between body z and world z, as it is compared at every step.
/// The squared sine of its half grows with it up to 180 degrees and needs no function of angles.
/// The element R_zz = cos(tilt) = 1 - 2 (qx^2 + qy^2) of the rotation matrix (Rotation, vec3.hpp)
/// and cos(tilt) = 1 - 2 sin^2(tilt / 2) give
///
///   sin^2(tilt / 2) = qx^2 + qy^2

#include "core/numerics/degrees.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// sin^2(tilt / 2) of an attitude, a unit quaternion.
template <class S>
S sine2_half_tilt(const Quat<S>& q_WB) {
  return fma(q_WB.x, q_WB.x, q_WB.y * q_WB.y);
}

/// The squared sine for a given tilt: a threshold to compare attitudes with.
inline double sine2_half_tilt_of_degrees(double tilt_deg) {
  double sine, cosine;
  sincos_degrees(0.5 * tilt_deg, sine, cosine);
  return sine * sine;
}

}  // namespace montecopter
