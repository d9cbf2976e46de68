#pragma once
/// When an estimator fuses what its sensors read, in steps.

#include <algorithm>
#include <array>
#include <cmath>

#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/derived/time_grid.hpp"

namespace montecopter {

/// Times of one sensor.
struct FusionTimes {
  int sensor = -1;         ///< index in the order of for_each_sensor; -1: none
  std::int64_t age = 0;    ///< age of a reading at its output, as the estimator takes it
  std::int64_t wait = 0;   ///< time from the output of a reading to its fusion
  std::int64_t depth = 0;  ///< readings that are measured and not yet fused
  int numbers = 0;         ///< numbers of a reading in the estimator's buffer
};

/// A Kalman filter is exact if readings reach it in the order in which they were measured. So `ekf`
/// runs at a horizon, behind the present by the age of the oldest reading, and all others wait
/// until it gets to their time (as in PX4's EKF2). `mahony` is behind as its IMU is.
struct EstimatorTimes {
  std::int64_t horizon = 0;
  FusionTimes accelerometer{.numbers = 3}, gyroscope{.numbers = 3}, magnetometer{.numbers = 3};
  FusionTimes barometer{.numbers = 1};
  FusionTimes gnss{.numbers = 6};  // position and velocity

  std::array<FusionTimes*, 5> all() {
    return {&accelerometer, &gyroscope, &magnetometer, &barometer, &gnss};
  }
};

/// Mean age of a reading at its output [s].
inline double age_of(const Timing& timing, const std::optional<double>& known_age_s) {
  return known_age_s.value_or(timing.latency_s + 0.5 * timing.jitter_s);
}

inline EstimatorTimes estimator_times(const Scenario& scenario, const TimeGrid& grid) {
  EstimatorTimes times;
  const EstimatorSensors& named = sensors_of(*scenario.estimator);
  const UsedSensors used = used_sensors(named, scenario.sensors);
  const bool waits = runs_at_horizon(*scenario.estimator);
  const auto take = [&](const auto& sensor, const std::optional<double>& known_age_s, bool of_imu,
                        FusionTimes& of) {
    if (!sensor) return;
    of.sensor = sensor.place;
    of.age = grid.sensors[static_cast<std::size_t>(sensor.place)].latency;
    if (waits && !of_imu) {
      const double steps = age_of(*sensor.sensor, known_age_s) / grid.step_s;
      of.age = static_cast<std::int64_t>(std::floor(steps + 0.5));
    }
    if (waits || of_imu) times.horizon = std::max(times.horizon, of.age);
  };
  take(used.accelerometer, std::nullopt, true, times.accelerometer);
  take(used.gyroscope, std::nullopt, true, times.gyroscope);
  take(used.magnetometer, named.magnetometer_delay_s, false, times.magnetometer);
  take(used.barometer, named.barometer_delay_s, false, times.barometer);
  take(used.gnss, named.gnss_delay_s, false, times.gnss);
  for (FusionTimes* of : times.all()) {
    if (of->sensor < 0) continue;
    const SensorTimes& t = grid.sensors[static_cast<std::size_t>(of->sensor)];
    if (waits) of->wait = times.horizon - of->age;
    of->depth = (t.latency + of->wait + t.every - 1) / t.every;
  }
  return times;
}

}  // namespace montecopter
