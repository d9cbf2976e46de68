#pragma once
/// Readings of the IMU as the estimator integrates them: in body axes, reduced to the centre of
/// mass.

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// Keeps a reading and returns the lanes in which all three numbers of it are present (1, else 0).
template <class S, class Mask>
S put_reading(const S* y, const Mask& present, Vec3<S>& kept) {
  const auto complete = present & (y[0] == y[0]) & (y[1] == y[1]) & (y[2] == y[2]);
  const S none(0.0);
  kept = {select(complete, y[0], none), select(complete, y[1], none), select(complete, y[2], none)};
  return select(complete, S(1.0), none);
}
template <class S, class Mask>
S put_reading(const Matrix3<S>& to_body, const S* y, const Mask& present, Vec3<S>& kept) {
  const S has = put_reading(y, present, kept);
  kept = to_body * kept;
  return has;
}

template <class S, class Mask>
Vec3<S> select3(const Mask& mask, const Vec3<S>& yes, const Vec3<S>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// Specific force at the centre of mass and body rate, in the lanes with both readings; otherwise
/// the last readings. The specific force is the reading of accelerometer S less its centripetal
/// acceleration w_WB_B x (w_WB_B x r_BS_B). The angular acceleration is unknown, so the part
/// alpha_B x r_BS_B remains.
template <class S, class Mask>
ImuReading<S> imu_reading(const Vec3<S>& accelerometer, const Vec3<S>& gyroscope,
                          const Mask& present, const EstimatorConstants<S>& c,
                          const Navigation<S>& nav) {
  const Vec3<S> w_WB_B = gyroscope - nav.x.gyroscope_bias;
  const Vec3<S>& r_BS_B = c.accelerometer_position;
  const Vec3<S> centripetal_B = cross(w_WB_B, cross(w_WB_B, r_BS_B));
  return {select3(present, accelerometer - centripetal_B, nav.last.specific_force),
          select3(present, gyroscope, nav.last.body_rate)};
}

inline ImuMeans imu_means(const FlightPlan& plan) {
  const EstimatorPlan& e = plan.estimator;
  return {e.averages_force, e.averages_rate,
          static_cast<double>(plan.sensors.sensors[e.accelerometer].every)};
}

}  // namespace montecopter
