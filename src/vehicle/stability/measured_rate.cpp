#include "vehicle/stability/measured_rate.hpp"

#include "dynamics/estimators/sensor_figures.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/estimator_sensors.hpp"

namespace montecopter {
namespace {

/// Sensors in the feedback; none if it is the true state.
UsedSensors seen_sensors(const Scenario& there) {
  const LoopTiming* timing = loop_timing(*there.controller);
  if (timing == nullptr || !timing->uses_estimate() || !there.estimator) return {};
  return used_sensors(sensors_of(*there.estimator), there.sensors);
}

/// Mean number of IMU readings lost since the last received one. The number n has the probability
/// p^n (1 - p), a geometric distribution with the mean p / (1 - p); p is the probability that a
/// reading is lost. An estimator uses no reading without force or body rate, so 1 - p is the
/// product of the probabilities that either is there.
double mean_lost_readings(const UsedSensors& seen) {
  const auto arrives = [](const auto& used) { return used ? 1 - used.sensor->dropout : 1.0; };
  const double there = arrives(seen.accelerometer) * arrives(seen.gyroscope);
  return (1 - there) / there;
}

}  // namespace

double body_rate_age(const Plan& plan, const Scenario& there, std::int64_t every) {
  const UsedSensors seen = seen_sensors(there);
  const auto& gyroscope = seen.gyroscope;
  if (!gyroscope) return 0;
  const SensorTimes& times = plan.time.sensors[static_cast<std::size_t>(gyroscope.place)];
  // Readings come at multiples of their period, and an update uses readings from before it. Over
  // this many updates all phases between both occur.
  std::int64_t waited = 0;
  for (std::int64_t k = 1; k <= times.every; ++k) waited += 1 + (k * every - 1) % times.every;
  const double period = static_cast<double>(times.every);
  const double mean = gyroscope.sensor->averages(times.every) ? 0.5 * period : 0.0;
  // As in age_of() of estimator_times.hpp: a reading is older by 0 to jitter steps, with equal
  // probability.
  const double late = static_cast<double>(times.latency) + 0.5 * static_cast<double>(times.jitter);
  return late + static_cast<double>(waited) / period + mean + mean_lost_readings(seen) * period;
}

Eigen::Matrix3d body_rate_noise(const Scenario& there) {
  const auto gyroscope = seen_sensors(there).gyroscope;
  if (!gyroscope) return Eigen::Matrix3d::Zero();
  const Gyroscope& sensor = *gyroscope.sensor;
  const Symmetric3<double> c =
      in_body(mounting_of(sensor), squares(white_figure(sensor, sensor.rate_hz)));
  Eigen::Matrix3d covariance;
  covariance << c.xx, c.xy, c.xz, c.xy, c.yy, c.yz, c.xz, c.yz, c.zz;
  return covariance;
}

}  // namespace montecopter
