#include "scenario/checks/unknown_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/fields/varies.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/rigid_body.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// Error sources that an `ekf` does not model. Setting the noise parameter named in a warning
/// suppresses it.
class UnknownErrors {
 public:
  UnknownErrors(const Scenario& scenario, Report& report) : report_(report) {
    Scenario probe = scenario;
    for (const auto& entry : scenario.disperse) {
      for (const NumberRef& ref : find_numbers(probe, entry.first)) varied_.push_back(ref.path);
    }
  }

  /// Checks time-correlated errors of a sensor whose readings correct the filter.
  template <class Model>
  void check_lasting(const std::string& name, const Model& model, const std::string& figure) {
    using Q = typename std::remove_cvref_t<Model>::QuantityType;
    const std::string path = "sensors." + name;
    const std::string s(Q::suffix);
    std::vector<std::string> keys;
    add(path, "bias_" + s, model.bias, keys);
    add(path, "turn_on_bias_" + s, model.turn_on_bias, keys);
    add(path, "gauss_markov_bias_" + s, model.gauss_markov_bias, keys);
    add(path, "bias_random_walk_" + s + "_sqrt_s", model.bias_random_walk, keys);
    if (keys.empty()) return;
    warn(path + "." + keys[0], fmt::format("the EKF treats errors of {} as white noise", name),
         "they are correlated in time, so the filter will be overconfident",
         fmt::format("Expect final_nees above 15, or set estimator.{} to several times the error",
                     figure));
  }

  void check_axes(const std::string& name, const Alignment& a, const std::string& figure) {
    const std::string path = "sensors." + name;
    std::vector<std::string> keys;
    add(path, "scale_error", a.scale_error, keys);
    add(path, "misalignment_rad", a.misalignment_rad, keys);
    add(path, "cross_axis", a.cross_axis, keys);
    warn_of_all(name, keys, figure);
  }

  void check_g_sensitivity(const std::string& name, const Gyroscope& sensor) {
    std::vector<std::string> keys;
    add("sensors." + name, "g_sensitivity_rad_s_m_s2", sensor.g_sensitivity_rad_s_m_s2, keys);
    warn_of_all(name, keys, "gyroscope_noise_rad_s");
  }

  void check_place(const std::string& name, const Accelerometer& sensor) {
    std::vector<std::string> keys;
    add("sensors." + name, "position_m", sensor.position_m, keys);
    if (keys.empty()) return;
    warn("sensors." + name + ".position_m",
         fmt::format("the EKF ignores part of the lever arm of {}", name),
         "it subtracts w x (w x r), but not w' x r",
         "Expect final_nees above 15, move it to the centre of mass, or set "
         "estimator.accelerometer_noise_m_s2");
  }

  template <class Sensor>
  void check_jitter(const std::string& name, const Sensor& sensor, const std::string& figure) {
    if (!(sensor.jitter_s > 0)) return;
    warn("sensors." + name + ".jitter_s", fmt::format("the EKF ignores the jitter of {}", name),
         "it assumes that IMU readings are exactly latency_s old",
         "Expect final_nees above 15, remove the jitter, or set estimator." + figure);
  }

  template <class Sensor>
  void check_aliasing(const std::string& name, const Sensor& sensor, std::int64_t every,
                      const std::string& noise) {
    if (every == 1 || sensor.averages(every)) return;
    warn("sensors." + name + ".readings",
         fmt::format("the EKF ignores what {} misses between its readings", name),
         fmt::format("{} changes more often than the sensor reads, and a sample is not the mean",
                     noise),
         "Set readings = \"averaged\", or read at every step");
  }

 private:
  template <class Numbers>
  static bool is_zero(const Numbers& numbers) {
    if constexpr (std::is_arithmetic_v<Numbers>) {
      return numbers == 0;
    } else {
      return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 0; });
    }
  }

  template <class Numbers>
  void add(const std::string& path, const std::string& key, const Numbers& numbers,
           std::vector<std::string>& keys) const {
    if (!is_zero(numbers) || Varies(varied_)(path + "." + key)) keys.push_back(key);
  }

  void warn_of_all(const std::string& name, const std::vector<std::string>& keys,
                   const std::string& figure) {
    for (const std::string& key : keys) {
      warn("sensors." + name + "." + key, fmt::format("the EKF ignores {} of {}", key, name),
           "it assumes ideal axes",
           fmt::format("Expect final_nees above 15, set it to 0, or set estimator.{}", figure));
    }
  }

  void warn(const std::string& path, std::string what, std::string why, std::string suggestion) {
    report_.warning(path, std::move(what), std::move(why), std::move(suggestion));
  }

  Report& report_;
  std::vector<std::string> varied_;  ///< paths of single numbers
};

/// Checks process noise of the vehicle's force and moment.
const ProcessNoise& noise_of(const Vehicle& vehicle) {
  return std::visit([](const auto& v) -> const ProcessNoise& { return v.process_noise; }, vehicle);
}

void check_imu(const Scenario& scenario, const EkfEstimator& ekf, const UsedSensors& used,
               const TimeGrid& grid, UnknownErrors& unknown) {
  const Accelerometer& a = *used.accelerometer.sensor;
  const Gyroscope& g = *used.gyroscope.sensor;
  const std::string &a_name = used.accelerometer.name, &g_name = used.gyroscope.name;
  if (!ekf.accelerometer_noise_m_s2) {
    unknown.check_axes(a_name, a, "accelerometer_noise_m_s2");
    unknown.check_place(a_name, a);
    unknown.check_jitter(a_name, a, "accelerometer_noise_m_s2");
  }
  if (!ekf.gyroscope_noise_rad_s) {
    unknown.check_axes(g_name, g, "gyroscope_noise_rad_s");
    unknown.check_g_sensitivity(g_name, g);
    unknown.check_jitter(g_name, g, "gyroscope_noise_rad_s");
  }
  const ProcessNoise& noise = noise_of(*scenario.vehicle);
  const std::int64_t every = grid.sensors[static_cast<std::size_t>(used.accelerometer.place)].every;
  if (noise.force_n2_s > 0) unknown.check_aliasing(a_name, a, every, "process_noise.force_n2_s");
  if (noise.moment_n2_m2_s > 0) {
    unknown.check_aliasing(g_name, g, every, "process_noise.moment_n2_m2_s");
  }
}

/// Does nothing: a filter without a covariance has no noise parameters that could be too small.
template <class E>
requires(!E::has_covariance) void warn_of(const E&, const Scenario&, const TimeGrid&, Report&) {}

void warn_of(const EkfEstimator& ekf, const Scenario& scenario, const TimeGrid& grid,
             Report& report) {
  const UsedSensors used = used_sensors(ekf, scenario.sensors);
  UnknownErrors unknown(scenario, report);
  check_imu(scenario, ekf, used, grid, unknown);
  if (used.gnss && !ekf.gnss_position_noise_m) {
    unknown.check_lasting(used.gnss.name + ".position", used.gnss.sensor->position,
                          "gnss_position_noise_m");
  }
  if (used.gnss && ekf.use_gnss_velocity && !ekf.gnss_velocity_noise_m_s) {
    unknown.check_lasting(used.gnss.name + ".velocity", used.gnss.sensor->velocity,
                          "gnss_velocity_noise_m_s");
  }
  if (used.magnetometer && !ekf.magnetometer_noise_t) {
    unknown.check_lasting(used.magnetometer.name, *used.magnetometer.sensor,
                          "magnetometer_noise_t");
    unknown.check_axes(used.magnetometer.name, *used.magnetometer.sensor, "magnetometer_noise_t");
  }
  if (used.barometer && !ekf.barometer_noise_m) {
    unknown.check_lasting(used.barometer.name, *used.barometer.sensor, "barometer_noise_m");
  }
}

}  // namespace

void warn_of_unknown_errors(const Scenario& scenario, const TimeGrid& grid, Report& report) {
  std::visit([&](const auto& keys) { warn_of(keys, scenario, grid, report); }, *scenario.estimator);
}

}  // namespace montecopter
