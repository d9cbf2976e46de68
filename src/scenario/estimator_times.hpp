#pragma once
/// When an estimator fuses what its sensors read, in steps.

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/estimator_sensors.hpp"
#include "scenario/time_grid.hpp"

namespace montecopter {

/// Of one sensor.
struct FusionTimes {
  int sensor = -1;         ///< index in the order of for_each_sensor; -1: none
  std::int64_t age = 0;    ///< of a reading that comes out, as the estimator takes it
  std::int64_t wait = 0;   ///< from when a reading comes out to when it is fused
  std::int64_t depth = 0;  ///< readings that are measured and not yet fused, at once
};

/// A Kalman filter is exact if readings reach it in the order in which they were measured. So `ekf`
/// runs at a horizon, behind the present by the age of the oldest reading, and all others wait
/// until it gets to their time (as in PX4's EKF2). `mahony` is behind as its IMU is.
struct EstimatorTimes {
  std::int64_t horizon = 0;
  /// Accelerometer, gyroscope, magnetometer, barometer, GNSS.
  std::array<FusionTimes, 5> sensors;
};

/// How old a reading is on average when it comes out [s].
inline double age_of(const Timing& timing, const std::optional<double>& known_age_s) {
  return known_age_s.value_or(timing.latency_s + 0.5 * timing.jitter_s);
}

inline EstimatorTimes estimator_times(const Scenario& scenario, const TimeGrid& grid) {
  EstimatorTimes all;
  const EstimatorSensors& named = sensors_of(*scenario.estimator);
  const UsedSensors used = used_sensors(named, scenario.sensors);
  const bool waits = runs_at_horizon(*scenario.estimator);
  std::size_t i = 0;
  const auto add = [&](const auto& sensor, const std::optional<double>& known_age_s, bool of_imu) {
    FusionTimes& times = all.sensors[i++];
    if (!sensor) return;
    times.sensor = sensor.place;
    times.age = grid.sensors[static_cast<std::size_t>(sensor.place)].latency;
    if (waits && !of_imu) {
      const double steps = age_of(*sensor.sensor, known_age_s) / grid.step_s;
      times.age = static_cast<std::int64_t>(std::floor(steps + 0.5));
    }
    if (waits || of_imu) all.horizon = std::max(all.horizon, times.age);
  };
  add(used.accelerometer, std::nullopt, true);
  add(used.gyroscope, std::nullopt, true);
  add(used.magnetometer, named.magnetometer_delay_s, false);
  add(used.barometer, named.barometer_delay_s, false);
  add(used.gnss, named.gnss_delay_s, false);
  for (FusionTimes& times : all.sensors) {
    if (times.sensor < 0) continue;
    const SensorTimes& t = grid.sensors[static_cast<std::size_t>(times.sensor)];
    if (waits) times.wait = all.horizon - times.age;
    times.depth = (t.latency + times.wait + t.every - 1) / t.every;
  }
  return all;
}

}  // namespace montecopter
