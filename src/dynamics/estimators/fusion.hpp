#pragma once
/// The input of an estimator of any kind: constants of its sensors and of the world, and the
/// readings of a step.

#include "core/numerics/matrix3.hpp"
#include "core/numerics/vec3.hpp"
#include "dynamics/estimators/navigation.hpp"
#include "dynamics/estimators/wind_law.hpp"

namespace montecopter {

/// Data of an estimator about the nominal scenario, and its start, whatever its kind. All members
/// are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct EstimatorConstants {
  Matrix3<S> accelerometer_to_body, gyroscope_to_body, magnetometer_to_body;
  Matrix3<S> body_to_magnetometer;
  Vec3<S> accelerometer_position, antenna;            ///< [m], FRD
  S gravity;                                          ///< [m/s2]
  S home_altitude;                                    ///< [m]
  Vec3<S> magnetic_field;                             ///< [T], NED
  S gnss_delay, barometer_delay, magnetometer_delay;  ///< ages of readings [s]
  S imu_period, magnetometer_period;                  ///< [s]
  Vec3<S> position_variance, velocity_variance,
      attitude_variance;  ///< at the start, per axis: [m2], [m2/s2], [rad2]
  WindConstants<S> wind;  ///< if it is estimated
  Estimate<S> initial;
  Vec3<S> initial_body_rate;  ///< [rad/s], FRD
};

/// The readings of a step, and in which lanes they are present (1, else 0). All members are S.
template <class S>
struct StepReadings {
  Vec3<S> accelerometer, gyroscope;      ///< [m/s2], [rad/s], FRD
  Vec3<S> magnetometer;                  ///< [T], axes of the sensor
  Vec3<S> gnss_position, gnss_velocity;  ///< [m], [m/s], NED
  S altitude;                            ///< [m]
  S has_accelerometer, has_gyroscope, has_magnetometer, has_barometer, has_gnss;

  void forget() {
    has_accelerometer = has_gyroscope = has_magnetometer = S(0.0);
    has_barometer = has_gnss = S(0.0);
  }
  /// Lanes in which accelerometer and gyroscope have a reading.
  S has_imu() const { return has_accelerometer * has_gyroscope; }
};

/// Sensors with a reading at a step: the same for all lanes, some of which may have lost it.
struct NewReadings {
  bool any = false, magnetometer = false, barometer = false, gnss = false;

  bool corrects() const { return magnetometer || barometer || gnss; }
};

/// The measurements of a step, for an estimate that has been propagated to it.
template <class S>
struct Fusion {
  const EstimatorConstants<S>& c;
  const StepReadings<S>& y;
  NewReadings is_new;
  S behind;             ///< how far the estimate is in the past [s]
  bool fuses_velocity;  ///< of the GNSS
  /// Whether readings may be older than the estimate by a `delay`.
  bool magnetometer_is_late, gnss_is_late;

  /// Rotation vector over a time [s] at the last measured body rate [rad], FRD.
  Vec3<S> turn(const Navigation<S>& nav, const S& time) const {
    return time * (nav.last.body_rate - nav.x.gyroscope_bias);
  }
  /// Lever arm of the antenna `delay` [s] ago, in body axes of now.
  Vec3<S> arm(const Navigation<S>& nav, const S& delay) const {
    return gnss_is_late ? after_turn(c.antenna, turn(nav, delay)) : c.antenna;
  }
};

}  // namespace montecopter
