#include "stability/measured_rate.hpp"

#include "dynamics/estimators/sensor_figures.hpp"
#include "scenario/controls.hpp"
#include "scenario/estimator_sensors.hpp"

namespace montecopter {
namespace {

/// None with feedback of the true state.
UsedSensor<Gyroscope> seen_gyroscope(const Scenario& there) {
  const LoopTiming* timing = loop_timing(*there.controller);
  if (timing == nullptr || !timing->uses_estimate() || !there.estimator) return {};
  return used_sensors(sensors_of(*there.estimator), there.sensors).gyroscope;
}

}  // namespace

double body_rate_age(const Plan& plan, const Scenario& there, std::int64_t every) {
  const auto gyroscope = seen_gyroscope(there);
  if (!gyroscope) return 0;
  const SensorTimes& times = plan.time.sensors[static_cast<std::size_t>(gyroscope.place)];
  // Readings come out at multiples of their period, and an update uses those that were out before
  // it. Over that many updates all phases between both occur.
  std::int64_t waited = 0;
  for (std::int64_t k = 1; k <= times.every; ++k) waited += 1 + (k * every - 1) % times.every;
  const double period = static_cast<double>(times.every);
  const double mean = gyroscope.sensor->averages(times.every) ? 0.5 * period : 0.0;
  return static_cast<double>(times.latency) + static_cast<double>(waited) / period + mean;
}

Eigen::Matrix3d body_rate_noise(const Scenario& there) {
  const auto gyroscope = seen_gyroscope(there);
  if (!gyroscope) return Eigen::Matrix3d::Zero();
  const Gyroscope& sensor = *gyroscope.sensor;
  const Symmetric3<double> c =
      in_body(mounting_of(sensor), squares(white_figure(sensor, sensor.rate_hz)));
  Eigen::Matrix3d covariance;
  covariance << c.xx, c.xy, c.xz, c.xy, c.yy, c.yz, c.xz, c.yz, c.zz;
  return covariance;
}

}  // namespace montecopter
