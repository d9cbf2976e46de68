#pragma once
/// Parameters of the error-state Kalman filter; the law is ekf_law.hpp.

#include <optional>
#include <string_view>

#include "dynamics/estimators/estimator_keys.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// Of the biases, too. A bias is unknown at the start: what is believed of it is 0.
struct EkfUncertainty : InitialUncertainty {
  std::optional<PerAxis> accelerometer_bias_m_s2, gyroscope_bias_rad_s;

  static constexpr auto fields() {
    using E = EkfUncertainty;
    constexpr Vary each = Vary::per_batch;
    return join(
        InitialUncertainty::fields(),
        FieldList{
            field(
                "accelerometer_bias_m_s2", &E::accelerometer_bias_m_s2, units::acceleration,
                positive, each,
                "Standard deviation of the accelerometer's bias at the start, sensor axes; "
                "default: root of the squares of its bias_, turn_on_bias_ and gauss_markov_bias_"),
            field("gyroscope_bias_rad_s", &E::gyroscope_bias_rad_s, units::angular_rate, positive,
                  each, "The same of the gyroscope's bias"),
        });
  }
};

struct EkfEstimator : EstimatorSensors {
  static constexpr std::string_view type_name = "ekf";
  static constexpr std::string_view doc =
      "Error-state extended Kalman filter of 15 states (position, velocity, attitude, biases of "
      "accelerometer and gyroscope) after Sola (2017)";

  bool use_gnss_velocity = true;
  std::optional<PerAxis> accelerometer_noise_m_s2, gyroscope_noise_rad_s;
  std::optional<PerAxis> accelerometer_bias_walk_m_s2_sqrt_s, gyroscope_bias_walk_rad_s_sqrt_s;
  std::optional<PerAxis> gnss_position_noise_m, gnss_velocity_noise_m_s, magnetometer_noise_t;
  std::optional<double> barometer_noise_m;
  EkfUncertainty initial;

  static constexpr auto fields() {
    using E = EkfEstimator;
    constexpr Vary each = Vary::per_batch;
    return join(
        EstimatorSensors::fields(),
        FieldList{
            field("use_gnss_velocity", &E::use_gnss_velocity,
                  "Whether velocities of the GNSS are fused, too"),
            field("accelerometer_noise_m_s2", &E::accelerometer_noise_m_s2, units::acceleration,
                  non_negative, each,
                  "Standard deviation of the white noise of each reading, sensor axes; default: "
                  "what the sensor's errors say"),
            field("gyroscope_noise_rad_s", &E::gyroscope_noise_rad_s, units::angular_rate,
                  non_negative, each, "The same of the gyroscope"),
            field("accelerometer_bias_walk_m_s2_sqrt_s", &E::accelerometer_bias_walk_m_s2_sqrt_s,
                  units::acceleration_walk, non_negative, each,
                  "Growth of the bias's standard deviation in one second; default: that of the "
                  "sensor's random walk and of what drives its Gauss-Markov bias"),
            field("gyroscope_bias_walk_rad_s_sqrt_s", &E::gyroscope_bias_walk_rad_s_sqrt_s,
                  units::angular_rate_walk, non_negative, each, "The same of the gyroscope"),
            field("gnss_position_noise_m", &E::gnss_position_noise_m, units::length, positive, each,
                  "Standard deviation of each position; default: root of the squares of all the "
                  "sensor's errors, correlated ones included"),
            field("gnss_velocity_noise_m_s", &E::gnss_velocity_noise_m_s, units::speed, positive,
                  each, "The same of each velocity"),
            field("magnetometer_noise_t", &E::magnetometer_noise_t, units::magnetic_field, positive,
                  each, "The same of the magnetometer, sensor axes"),
            field("barometer_noise_m", &E::barometer_noise_m, units::length, positive, each,
                  "The same of the barometer's altitude"),
            field("initial", &E::initial, "How wrong the estimate may be at the start"),
        });
  }
};

}  // namespace montecopter
