#pragma once
/// Readings of the IMU as the estimator takes them.

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// Keeps a reading and returns in which lanes all of it is there (1, else 0).
template <class S, class Mask>
S put_reading(const S* y, const Mask& there, Vec3<S>& kept) {
  const auto whole = there & (y[0] == y[0]) & (y[1] == y[1]) & (y[2] == y[2]);
  const S none(0.0);
  kept = {select(whole, y[0], none), select(whole, y[1], none), select(whole, y[2], none)};
  return select(whole, S(1.0), none);
}
template <class S, class Mask>
S put_reading(const Matrix3<S>& to_body, const S* y, const Mask& there, Vec3<S>& kept) {
  const S has = put_reading(y, there, kept);
  kept = to_body * kept;
  return has;
}

template <class S, class Mask>
Vec3<S> select3(const Mask& mask, const Vec3<S>& yes, const Vec3<S>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// A reading in body axes, of a place that does not swing, where there is one; else the last.
template <class S, class Mask>
ImuReading<S> imu_reading(const Vec3<S>& accelerometer, const Vec3<S>& gyroscope, const Mask& there,
                          const EstimatorConstants<S>& c, const Navigation<S>& nav) {
  const Vec3<S> w_WB_B = gyroscope - nav.x.gyroscope_bias;
  const Vec3<S> a_BS_B = cross(w_WB_B, cross(w_WB_B, c.accelerometer_position));
  return {select3(there, accelerometer - a_BS_B, nav.last.specific_force),
          select3(there, gyroscope, nav.last.body_rate)};
}

inline ImuMeans imu_means(const FlightPlan& plan) {
  const EstimatorPlan& e = plan.estimator;
  return {e.averages_force, e.averages_rate,
          static_cast<double>(plan.sensors.sensors[e.accelerometer].every)};
}

}  // namespace montecopter
