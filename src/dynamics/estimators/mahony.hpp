#pragma once
/// Parameters of the complementary filter; the law is mahony_law.hpp.

#include <string_view>

#include "dynamics/estimators/estimator_keys.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct MahonyEstimator : EstimatorSensors {
  static constexpr std::string_view type_name = "mahony";
  static constexpr std::string_view doc =
      "Explicit complementary filter on SO(3) with gyroscope bias, after Mahony, Hamel and "
      "Pflimlin "
      "(2008); position and velocity by fixed gains";

  double attitude_gain_1_s = 0.5;
  double bias_gain_1_s2 = 0.05;
  double accelerometer_weight = 1.0;
  double magnetometer_weight = 1.0;
  double position_gain_1_s = 1.0;
  double velocity_gain_1_s = 1.0;
  double altitude_gain_1_s = 1.0;
  InitialUncertainty initial;

  static constexpr auto fields() {
    using M = MahonyEstimator;
    constexpr Vary each = Vary::per_batch;
    return join(EstimatorSensors::fields(),
                FieldList{
                    field("attitude_gain_1_s", &M::attitude_gain_1_s, "s-1", non_negative, each,
                          "How fast the attitude follows measured directions: k_P of the paper"),
                    field("bias_gain_1_s2", &M::bias_gain_1_s2, "s-2", non_negative, each,
                          "How fast the bias of the gyroscope does: k_I"),
                    field("accelerometer_weight", &M::accelerometer_weight, "1", non_negative, each,
                          "Weight of the direction that the accelerometer takes for up"),
                    field("magnetometer_weight", &M::magnetometer_weight, "1", non_negative, each,
                          "Weight of the direction of the magnetic field"),
                    field("position_gain_1_s", &M::position_gain_1_s, "s-1", non_negative, each,
                          "How fast the position follows the GNSS"),
                    field("velocity_gain_1_s", &M::velocity_gain_1_s, "s-1", non_negative, each,
                          "How fast the velocity follows the GNSS"),
                    field("altitude_gain_1_s", &M::altitude_gain_1_s, "s-1", non_negative, each,
                          "How fast the height follows the barometer"),
                    field("initial", &M::initial, "How wrong the estimate may be at the start"),
                });
  }
};

}  // namespace montecopter
