#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/text.hpp"
#include "dynamics/estimators/sensor_figures.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/unknown_errors.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/estimator_times.hpp"

namespace montecopter {

namespace {

/// Limit of the true states that are buffered while IMU readings are in transit.
constexpr std::int64_t max_truths = 5 * max_under_way;

class EstimatorCheck {
 public:
  EstimatorCheck(const Scenario& scenario, Report& report)
      : scenario_(scenario),
        sensors_(scenario.sensors),
        used_(used_sensors(sensors_of(*scenario.estimator), scenario.sensors)),
        report_(report) {}

  void check(const EstimatorSensors& named) {
    check_source("accelerometer", named.accelerometer, used_.accelerometer, false);
    check_source("gyroscope", named.gyroscope, used_.gyroscope, false);
    check_source("magnetometer", named.magnetometer, used_.magnetometer, true);
    check_source("barometer", named.barometer, used_.barometer, true);
    check_source("gnss", named.gnss, used_.gnss, true);
    if (used_.accelerometer && used_.gyroscope) check_together();
  }

  /// Whether the wind is observable.
  void check_wind(const WindEstimator& wind) {
    std::visit([&](const auto& vehicle) { check_drag(vehicle); }, *scenario_.vehicle);
    const Accelerometer& sensor = *used_.accelerometer.sensor;
    if (!wind.specific_force_noise_m_s2 && !is_noisy_in_plane(sensor)) {
      zero("wind.specific_force_noise_m_s2", "white noise of " + used_.accelerometer.name,
           without_noise, "");
    }
  }

  /// Whether the drag of the vehicle makes the wind observable.
  void check_drag(const Multirotor& vehicle) {
    if (!report_.clean("vehicle") || has_drag(vehicle)) return;
    report_.error("estimator.wind", "the wind cannot be estimated here",
                  "the vehicle has no drag along its x and y axes, which makes wind observable",
                  "Give vehicle.rotor_drag_1_s, linear_drag_n_s_m, quadratic_drag_n_s2_m2 or "
                  "drag_area_m2");
  }
  void check_drag(const Helicopter&) {
    report_.error("estimator.wind", "the wind cannot be estimated here",
                  "wind is observed through the drag of a multirotor, but helicopter rotors push "
                  "sideways, too",
                  "Remove it");
  }

  /// Does nothing: a filter without a covariance has no noise parameters that could be zero.
  template <class E>
  requires(!E::has_covariance) void check_figures(const E&) {}

  /// Checks the uncertainties of sensors and initial state, by which a Kalman filter divides.
  void check_figures(const EkfEstimator& ekf) {
    check_bias("accelerometer_bias_m_s2", ekf.initial.accelerometer_bias_m_s2, used_.accelerometer);
    check_bias("gyroscope_bias_rad_s", ekf.initial.gyroscope_bias_rad_s, used_.gyroscope);
    if (used_.gnss) {
      check_noise("gnss_position_noise_m", ekf.gnss_position_noise_m, used_.gnss.name + ".position",
                  used_.gnss.sensor->position, used_.gnss.sensor->rate_hz);
    }
    if (used_.gnss && ekf.use_gnss_velocity) {
      check_noise("gnss_velocity_noise_m_s", ekf.gnss_velocity_noise_m_s,
                  used_.gnss.name + ".velocity", used_.gnss.sensor->velocity,
                  used_.gnss.sensor->rate_hz, ", or use_gnss_velocity = false");
    }
    if (used_.magnetometer) {
      check_noise("magnetometer_noise_t", ekf.magnetometer_noise_t, used_.magnetometer.name,
                  *used_.magnetometer.sensor, used_.magnetometer.sensor->rate_hz);
    }
    if (used_.barometer) {
      check_noise("barometer_noise_m", ekf.barometer_noise_m, used_.barometer.name,
                  *used_.barometer.sensor, used_.barometer.sensor->rate_hz);
    }
  }

 private:
  /// Names of the units that have such a sensor, in quotes.
  template <class Sensor>
  std::string choices(bool may_be_none) const {
    std::vector<std::string> names;
    for_each_sensor(sensors_, [&]<class Other>(const std::string& name, const Other&) {
      if constexpr (std::is_same_v<Other, Sensor>) {
        names.push_back('"' + name.substr(0, name.size() - Sensor::key.size() - 1) + '"');
      }
    });
    if (may_be_none) names.push_back("\"none\"");
    return join(names, " or ");
  }

  template <class Sensor>
  void check_source(const std::string& key, const std::optional<std::string>& named,
                    const UsedSensor<Sensor>& used, bool may_be_none) {
    if (used) return;
    if (!named && may_be_none) return;
    if (may_be_none && *named == no_sensor) return;
    const std::string others = choices<Sensor>(may_be_none);
    if (!named) {
      report_.error("estimator", fmt::format("the estimator has no {}", key),
                    "an estimator integrates the readings of an accelerometer and a gyroscope",
                    fmt::format("Add [sensors.imu0.{}], or include an IMU", key));
    } else {
      report_.error("estimator." + key, fmt::format("the sensor unit '{}' has no {}", *named, key),
                    "", others.empty() ? "No unit has one" : "Possible: " + others);
    }
  }

  void check_together() {
    const Timing& a = *used_.accelerometer.sensor;
    const Timing& g = *used_.gyroscope.sensor;
    if (a.rate_hz.numerator <= 0 || g.rate_hz.numerator <= 0) return;
    const bool same_rate =
        a.rate_hz.numerator * g.rate_hz.denominator == g.rate_hz.numerator * a.rate_hz.denominator;
    if (!same_rate) {
      report_.error("estimator",
                    fmt::format("{} reads at {:.6g} Hz, {} at {:.6g} Hz", used_.accelerometer.name,
                                a.rate_hz.hz(), used_.gyroscope.name, g.rate_hz.hz()),
                    "an estimator integrates both together", "Give both the same rate_hz");
    } else if (a.latency_s != g.latency_s) {
      report_.error(
          "estimator",
          fmt::format("{} has a latency of {:.6g} s, {} of {:.6g} s", used_.accelerometer.name,
                      a.latency_s, used_.gyroscope.name, g.latency_s),
          "an estimator integrates both together", "Give both the same latency_s");
    }
  }

  template <class Sensor>
  void check_bias(const std::string& key, const std::optional<PerAxis>& given,
                  const UsedSensor<Sensor>& used) {
    if (given || !used || !has_zero(bias_figure(*used.sensor))) return;
    zero("initial." + key, "bias of " + used.name,
         "a Kalman filter with zero variance ignores all measurements of it", "");
  }

  template <class Given, class Model>
  void check_noise(const std::string& key, const Given& given, const std::string& name,
                   const Model& model, const Rate& rate, const std::string& instead = "") {
    if (given || rate.numerator <= 0 || !has_zero(total_figure(model, rate))) return;
    zero(key, name, without_noise, instead);
  }

  static bool has_drag(const Multirotor& vehicle) {
    if (vehicle.linear_drag_n_s_m > 0 || vehicle.quadratic_drag_n_s2_m2 > 0 ||
        vehicle.drag_area_m2 > 0) {
      return true;
    }
    return vehicle.rotor_drag_1_s[0] > 0 && vehicle.rotor_drag_1_s[1] > 0;
  }

  /// Whether readings have white noise along the body's x and y axes, along which drag acts. Axes
  /// mounted at right angles are exact to within rounding, 1e-16; its square does not count as
  /// noise.
  static bool is_noisy_in_plane(const Accelerometer& sensor) {
    const Vec3<double> variance = squares(white_figure(sensor, sensor.rate_hz));
    const Symmetric3<double> body = in_body(mounting_of(sensor), variance);
    const double least = 1e-20 * (variance.x + variance.y + variance.z);
    return body.xx > least && body.yy > least;
  }

  static bool has_zero(const PerAxis& sd) { return std::count(sd.begin(), sd.end(), 0.0) > 0; }

  static constexpr const char* without_noise =
      "measurement noise of zero makes the innovation variance singular";

  void zero(const std::string& key, const std::string& what, const std::string& why,
            const std::string& instead) {
    report_.error("estimator", fmt::format("the standard deviation of the {} is zero", what), why,
                  fmt::format("Give estimator.{}{}", key, instead));
  }

  const Scenario& scenario_;
  const Sensors& sensors_;
  UsedSensors used_;
  Report& report_;
};

}  // namespace

void validate_estimator(const Scenario& scenario, Report& report) {
  if (!scenario.estimator || !report.clean("estimator") || !report.clean("sensors")) return;
  EstimatorCheck check(scenario, report);
  const std::size_t before = report.errors();
  check.check(sensors_of(*scenario.estimator));
  if (report.errors() > before) return;
  std::visit([&](const auto& keys) { check.check_figures(keys); }, *scenario.estimator);
  const std::optional<WindEstimator>& wind = sensors_of(*scenario.estimator).wind;
  if (wind) check.check_wind(*wind);
}

void validate_estimator_times(const Scenario& scenario, const TimeGrid& grid, Report& report) {
  if (!scenario.estimator || !report.clean("estimator") || !report.clean("sensors")) return;
  EstimatorTimes times = estimator_times(scenario, grid);
  std::vector<std::string> names;
  for_each_sensor(scenario.sensors,
                  [&](const std::string& name, const auto&) { names.push_back(name); });
  const auto name_of = [&](const FusionTimes& t) {
    return names[static_cast<std::size_t>(t.sensor)];
  };
  const auto refuse = [&](const std::string& name, const std::string& what, const std::string& why,
                          const std::string& suggestion) {
    const std::string path = "sensors." + name + ".latency_s";
    if (report.clean(path)) report.error(path, what, why, suggestion);
  };
  std::int64_t truths = 0;
  const FusionTimes* latest = &times.accelerometer;
  for (const FusionTimes* of : times.all()) {
    const FusionTimes& t = *of;
    if (t.sensor < 0) continue;
    const SensorTimes& sensor = grid.sensors[static_cast<std::size_t>(t.sensor)];
    truths += times.horizon / sensor.every + 1;
    if (t.age > latest->age) latest = &t;
    const std::int64_t readings = (sensor.latency + sensor.every - 1) / sensor.every;
    if (readings <= max_under_way) continue;
    refuse(name_of(t), fmt::format("{} readings would be in transit at once", readings),
           fmt::format("an estimator can buffer at most {}", max_under_way),
           "Lower latency_s or rate_hz");
  }
  if (times.horizon > 0 && truths > max_truths) {
    refuse(name_of(*latest), fmt::format("{} true states would be buffered at once", truths),
           fmt::format("estimation errors need one per reading until the estimate arrives; at most "
                       "{} are possible",
                       max_truths),
           "Lower latency_s or rate_hz of the sensors that the estimator uses");
  }
  if (report.clean("estimator") && report.clean("sensors")) {
    warn_of_unknown_errors(scenario, grid, report);
  }
}

void validate_feedback(const Scenario& scenario, Report& report) {
  const LoopTiming* timing = loop_timing(*scenario.controller);
  if (timing == nullptr || !timing->uses_estimate() || !report.clean("controller.feedback")) return;
  if (!scenario.estimator && report.clean("estimator")) {
    report.error("controller.feedback", "feedback = \"estimate\" needs an estimator", "",
                 "Add [estimator] type = \"ekf\", or set feedback = \"truth\"");
  } else if (timing->rate_hz.is_continuous() && report.clean("controller.rate_hz")) {
    report.error("controller.feedback", "a continuous controller cannot use an estimate",
                 "readings exist at some steps only", "Give rate_hz = 500, for example");
  }
}

}  // namespace montecopter
