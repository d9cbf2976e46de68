#pragma once
/// The explicit complementary filter on SO(3). Source: R. Mahony, T. Hamel, J.-M. Pflimlin,
/// "Nonlinear complementary filters on the special orthogonal group", IEEE Trans. Automatic Control
/// 53 (2008) 1203, eq. 32. Position and velocity are corrected by GNSS and barometer with fixed
/// gains.
///
/// The caller, simulate/lanes/estimation.hpp, calls fuse() after it has integrated the IMU up to
/// the time of the readings (navigation.hpp). There is nothing for advance() to do. The order of
/// corrections in fuse() is: attitude and gyroscope bias by the accelerometer and by the
/// magnetometer, position and velocity by the GNSS, altitude by the barometer. A missing reading
/// has the weight 0.
///
/// Memory: none of its own; the estimate is Navigation::x. Its constants, MahonyGains, are common
/// to all samples of a sweep point, in the row of each sample behind EstimatorConstants.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/powers.hpp"
#include "dynamics/estimators/estimator_keys.hpp"
#include "dynamics/estimators/fusion.hpp"
#include "dynamics/estimators/known_sensors.hpp"

namespace montecopter {

/// All members are S. Fractions of the difference that a reading corrects: 1 - exp(-gain * period).
template <class S>
struct MahonyGains {
  S attitude, bias;               ///< k_P [1/s], k_I [1/s2]
  S accelerometer, magnetometer;  ///< weights of the directions
  S position, velocity;           ///< fractions per reading of the GNSS
  S altitude;                     ///< fraction per reading of the barometer
};

/// a / |a|, or a itself where it is zero.
template <class S>
Vec3<S> unit_or_zero(const Vec3<S>& a) {
  const S length = sqrt(dot(a, a));
  return (S(1.0) / select(length == S(0.0), S(1.0), length)) * a;
}

/// A known direction of the world that is measured in body axes corrects attitude and bias for the
/// time [s] since the last such reading: omega_mes = weight * measured x expected.
template <class S>
void align(const Vec3<S>& measured_B, const Vec3<S>& direction_W, const S& weight,
           const MahonyGains<S>& k, const S& time, Estimate<S>& x) {
  const Vec3<S> expected_B = Rotation<S>(x.attitude).inverse(unit_or_zero(direction_W));
  const Vec3<S> correction_B = (weight * time) * cross(unit_or_zero(measured_B), expected_B);
  x.attitude = turned(x.attitude, k.attitude * correction_B);
  x.gyroscope_bias = fnma(k.bias, correction_B, x.gyroscope_bias);
}

/// The accelerometer measures where up is, as if the vehicle did not accelerate.
template <class S>
void align_up(const Vec3<S>& f_B, const MahonyGains<S>& k, const S& time, Estimate<S>& x) {
  align(f_B, Vec3<S>{S(0.0), S(0.0), S(-1.0)}, k.accelerometer, k, time, x);
}

/// The value corrected by a fraction of its difference to a reading.
template <class S>
Vec3<S> approached(const Vec3<S>& from, const Vec3<S>& to, const S& fraction) {
  return fma(fraction, to - from, from);
}

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
                          "Proportional gain k_P of the attitude correction (eq. 32)"),
                    field("bias_gain_1_s2", &M::bias_gain_1_s2, "s-2", non_negative, each,
                          "Integral gain k_I of the gyroscope bias (eq. 32)"),
                    field("accelerometer_weight", &M::accelerometer_weight, "1", non_negative, each,
                          "Weight of the up direction measured by the accelerometer"),
                    field("magnetometer_weight", &M::magnetometer_weight, "1", non_negative, each,
                          "Weight of the direction of the magnetic field"),
                    field("position_gain_1_s", &M::position_gain_1_s, "s-1", non_negative, each,
                          "Gain of the position correction by the GNSS"),
                    field("velocity_gain_1_s", &M::velocity_gain_1_s, "s-1", non_negative, each,
                          "Gain of the velocity correction by the GNSS"),
                    field("altitude_gain_1_s", &M::altitude_gain_1_s, "s-1", non_negative, each,
                          "Gain of the altitude correction by the barometer"),
                    field("initial", &M::initial, "Initial uncertainty of the estimate"),
                });
  }

  static constexpr bool has_covariance = false;
  static constexpr bool runs_at_horizon = false;

  template <class S>
  using Constants = MahonyGains<S>;
  template <class S>
  struct Memory {};

  Constants<double> fold(const KnownSensors& sensors) const {
    const auto fraction = [](double gain, const Rate& rate) {
      return -expm1<double>(-gain * rate.period_s());
    };
    Constants<double> k{};
    k.attitude = attitude_gain_1_s;
    k.bias = bias_gain_1_s2;
    k.accelerometer = accelerometer_weight;
    k.magnetometer = magnetometer_weight;
    if (sensors.gnss != nullptr) {
      k.position = fraction(position_gain_1_s, sensors.gnss->rate_hz);
      k.velocity = fraction(velocity_gain_1_s, sensors.gnss->rate_hz);
    }
    if (sensors.barometer != nullptr) {
      k.altitude = fraction(altitude_gain_1_s, sensors.barometer->rate_hz);
    }
    return k;
  }

  template <class S>
  static void start(const MahonyGains<S>&, const EstimatorConstants<S>&, Memory<S>&) {}
  template <class S>
  static void advance(const MahonyGains<S>&, const Leg<S>&, const Quat<S>&, const Rotation<S>&,
                      const Navigation<S>&, Memory<S>&) {}

  /// The estimate is of a time `fusion.behind` [s] ago, which shortens the delays of readings; that
  /// of a reading which is younger than the estimate is negative.
  template <class S>
  static void fuse(const MahonyGains<S>& k, const Fusion<S>& fusion, Navigation<S>& nav,
                   Memory<S>&) {
    const EstimatorConstants<S>& c = fusion.c;
    const StepReadings<S>& y = fusion.y;
    const S& behind = fusion.behind;
    Estimate<S>& x = nav.x;
    align_up(nav.last.specific_force, k, y.has_imu() * c.imu_period, x);
    Vec3<S> b_B = c.magnetometer_to_body * y.magnetometer;
    if (fusion.magnetometer_is_late) {
      b_B = after_turn(b_B, fusion.turn(nav, c.magnetometer_delay - behind));
    }
    align(b_B, c.magnetic_field, k.magnetometer, k, y.has_magnetometer * c.magnetometer_period, x);
    const S gnss_delay = c.gnss_delay - behind;
    const Vec3<S> r_BS_W = Rotation<S>(x.attitude) * fusion.arm(nav, gnss_delay);
    const Vec3<S> p_WB_W = fma(gnss_delay, x.velocity, y.gnss_position - r_BS_W);
    x.position = approached(x.position, p_WB_W, y.has_gnss * k.position);
    x.velocity = approached(x.velocity, y.gnss_velocity, y.has_gnss * k.velocity);
    const S late = c.barometer_delay - behind;
    const S z = fma(late, x.velocity.z, c.home_altitude - y.altitude);
    x.position.z = fma(y.has_barometer * k.altitude, z - x.position.z, x.position.z);
  }
};

}  // namespace montecopter
