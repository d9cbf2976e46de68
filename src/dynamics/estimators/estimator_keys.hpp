#pragma once
/// Common keys of all estimators: the sensors that feed them, and their initial errors.

#include <optional>
#include <string>

#include "core/fields/fields.hpp"
#include "dynamics/estimators/wind.hpp"

namespace montecopter {

/// A sensor that is there but is not to be used.
inline constexpr std::string_view no_sensor = "none";

/// The units, by their names below [sensors], of which an estimator uses a sensor, how late it
/// takes their readings for, and what all estimators may do besides.
struct EstimatorSensors {
  std::optional<std::string> accelerometer, gyroscope, magnetometer, barometer, gnss;
  std::optional<double> magnetometer_delay_s, barometer_delay_s, gnss_delay_s;
  std::optional<WindEstimator> wind;

  bool fuses_gnss_velocity() const { return true; }

  static constexpr auto fields() {
    using E = EstimatorSensors;
    return FieldList{
        field("accelerometer", &E::accelerometer,
              "Unit whose accelerometer is used; default: the first by name that has one"),
        field("gyroscope", &E::gyroscope,
              "Unit whose gyroscope is used; default: the first by name that has one"),
        field("magnetometer", &E::magnetometer,
              "Unit whose magnetometer is used, or \"none\"; default: the first by name that has "
              "one"),
        field("barometer", &E::barometer,
              "Unit whose barometer is used, or \"none\"; default: the first by name that has one"),
        field("gnss", &E::gnss,
              "Unit whose GNSS is used, or \"none\"; default: the first by name that has one"),
        field("magnetometer_delay_s", &E::magnetometer_delay_s, units::time, between(0, 60),
              Vary::per_batch,
              "Age of magnetometer readings at their output, as assumed by the estimator; default: "
              "the mean age, latency_s + jitter_s / 2"),
        field("barometer_delay_s", &E::barometer_delay_s, units::time, between(0, 60),
              Vary::per_batch,
              "Age of barometer readings at their output, as assumed by the estimator; default: "
              "the mean age, latency_s + jitter_s / 2"),
        field("gnss_delay_s", &E::gnss_delay_s, units::time, between(0, 60), Vary::per_batch,
              "Age of GNSS readings at their output, as assumed by the estimator; default: the "
              "mean age, latency_s + jitter_s / 2"),
        field("wind", &E::wind, "Estimation of the wind from drag; default: none"),
    };
  }
};

/// Standard deviations of the initial errors of an estimate; each flight draws its own errors.
struct InitialUncertainty {
  PerAxis position_m = 0.5;
  PerAxis velocity_m_s = 0.1;
  PerAxis attitude_rad = PerAxis(0.02, 0.02, 0.05);

  static constexpr auto fields() {
    using I = InitialUncertainty;
    constexpr Vary each = Vary::per_batch;
    return FieldList{
        field("position_m", &I::position_m, "m", positive, each,
              "Initial standard deviation of the position, NED"),
        field("velocity_m_s", &I::velocity_m_s, "m s-1", positive, each,
              "Initial standard deviation of the velocity, NED"),
        field("attitude_rad", &I::attitude_rad, units::angle, positive, each,
              "Initial standard deviation of the attitude: a small rotation about body axes"),
    };
  }
};

}  // namespace montecopter
