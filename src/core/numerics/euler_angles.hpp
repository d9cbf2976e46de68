#pragma once
/// Roll, pitch and yaw of an attitude: the 3-2-1 sequence of aircraft (yaw about z, then pitch
/// about y, then roll about x). Source: Stevens, Lewis and Johnson, Aircraft Control and
/// Simulation, 3rd ed., section 1.3.

#include "core/numerics/elementary.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// The cosine of the pitch below which roll and yaw turn about the same axis as far as rounding can
/// tell: both are then known to about 1e-16 / 2^-26 only.
inline constexpr double gimbal_lock_cosine = 0x1p-26;

/// Roll and yaw in (-pi, pi], pitch in [-pi/2, pi/2] [rad], as x, y and z. At gimbal lock, where
/// only their sum or difference is known, roll is 0 and yaw is all of it.
///
/// With roll r, pitch p and yaw y, the first column of R_WB is (cos p cos y, cos p sin y, -sin p).
/// Its last row is (-sin p, sin r cos p, cos r cos p). Where r is 0, its second column is (-sin y,
/// cos y, 0).
template <class S>
Vec3<S> euler_angles(const Quat<S>& attitude) {
  const Rotation<S> R_WB(attitude);
  const S cosine2 = fma(R_WB.zy, R_WB.zy, R_WB.zz * R_WB.zz);
  const auto locked = cosine2 < S(gimbal_lock_cosine * gimbal_lock_cosine);
  const S roll = atan2(R_WB.zy, R_WB.zz), pitch = atan2(-R_WB.zx, sqrt(cosine2));
  const S yaw = atan2(select(locked, -R_WB.xy, R_WB.yx), select(locked, R_WB.yy, R_WB.xx));
  return {select(locked, S(0.0), roll), pitch, yaw};
}

}  // namespace montecopter
