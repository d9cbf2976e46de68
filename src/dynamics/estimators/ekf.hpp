#pragma once
/// The error-state extended Kalman filter as a type of estimator (estimator.hpp): its keys, how
/// they and the sensors' errors fold into variances, and what it does at a step. Its equations are
/// ekf_law.hpp (prediction, injection) and ekf_updates.hpp (measurements), after Sola (2017).
///
/// The caller, simulate/lanes/estimation.hpp, calls start() once. At every step at which readings
/// are fused, it calls two functions.
///
/// 1. In advance(), P is propagated over the leg from the previous readings, with the mean of the
///    readings at its ends. The estimate itself is carried there by navigation.hpp, as for every
///    estimator.
/// 2. In fuse(), new readings of GNSS position, GNSS velocity, barometer and magnetometer are
/// fused, in
///    this order. Each axis is a scalar update; after each reading the mean of the error is
///    injected into the estimate.
///
/// Memory, per lane: P (15 x 15) and the mean of the error (15), zero between readings. Their order
/// is position and velocity [NED], attitude error [FRD], biases of accelerometer and gyroscope
/// [FRD]. The sums of normalised innovations follow.

#include <array>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/estimators/ekf_updates.hpp"
#include "dynamics/estimators/estimator_keys.hpp"
#include "dynamics/estimators/fusion.hpp"
#include "dynamics/estimators/known_sensors.hpp"
#include "dynamics/estimators/sensor_figures.hpp"

namespace montecopter {

/// First uncertainty, also of the biases. Their estimates start with 0.
struct EkfUncertainty : InitialUncertainty {
  std::optional<PerAxis> accelerometer_bias_m_s2, gyroscope_bias_rad_s;

  static constexpr auto fields() {
    using E = EkfUncertainty;
    constexpr Vary each = Vary::per_batch;
    return join(
        InitialUncertainty::fields(),
        FieldList{
            field("accelerometer_bias_m_s2", &E::accelerometer_bias_m_s2, units::acceleration,
                  positive, each,
                  "Initial standard deviation of the accelerometer's bias, sensor axes; default: "
                  "root sum of squares of its bias_, turn_on_bias_ and gauss_markov_bias_"),
            field("gyroscope_bias_rad_s", &E::gyroscope_bias_rad_s, units::angular_rate, positive,
                  each,
                  "Initial standard deviation of the gyroscope's bias, sensor axes; default: as "
                  "for the accelerometer, from the gyroscope's errors"),
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
                  "Whether GNSS velocities are fused as well"),
            field("accelerometer_noise_m_s2", &E::accelerometer_noise_m_s2, units::acceleration,
                  non_negative, each,
                  "Standard deviation of the white noise of each accelerometer reading, sensor "
                  "axes; default: from the sensor's white noise and resolution"),
            field("gyroscope_noise_rad_s", &E::gyroscope_noise_rad_s, units::angular_rate,
                  non_negative, each,
                  "Standard deviation of the white noise of each gyroscope reading, sensor axes; "
                  "default: from the sensor's white noise and resolution"),
            field("accelerometer_bias_walk_m_s2_sqrt_s", &E::accelerometer_bias_walk_m_s2_sqrt_s,
                  units::acceleration_walk, non_negative, each,
                  "Growth of the standard deviation of the accelerometer's bias in one second; "
                  "default: from the sensor's random walk and Gauss-Markov bias"),
            field("gyroscope_bias_walk_rad_s_sqrt_s", &E::gyroscope_bias_walk_rad_s_sqrt_s,
                  units::angular_rate_walk, non_negative, each,
                  "Growth of the standard deviation of the gyroscope's bias in one second; "
                  "default: from the sensor's random walk and Gauss-Markov bias"),
            field("gnss_position_noise_m", &E::gnss_position_noise_m, units::length, positive, each,
                  "Standard deviation of each GNSS position; default: root sum of squares of all "
                  "the sensor's errors, including correlated errors"),
            field("gnss_velocity_noise_m_s", &E::gnss_velocity_noise_m_s, units::speed, positive,
                  each,
                  "Standard deviation of each GNSS velocity; default: root sum of squares of all "
                  "the sensor's errors, including correlated errors"),
            field("magnetometer_noise_t", &E::magnetometer_noise_t, units::magnetic_field, positive,
                  each,
                  "Standard deviation of each magnetometer reading, sensor axes; default: root sum "
                  "of squares of all the sensor's errors, including correlated errors"),
            field("barometer_noise_m", &E::barometer_noise_m, units::length, positive, each,
                  "Standard deviation of each barometric altitude; default: root sum of squares of "
                  "all the sensor's errors, including correlated errors"),
            field("initial", &E::initial, "Initial uncertainty of the estimate"),
        });
  }

  static constexpr bool has_covariance = true;
  static constexpr bool runs_at_horizon = true;
  bool fuses_gnss_velocity() const { return use_gnss_velocity; }
  AssumedBias accelerometer_bias() const {
    return {accelerometer_bias_walk_m_s2_sqrt_s, initial.accelerometer_bias_m_s2};
  }

  template <class S>
  struct Constants {
    EkfNoise<S> noise;
    Vec3<S> gnss_position_variance, gnss_velocity_variance;  ///< [m2], [m2/s2], NED
    Vec3<S> magnetometer_variance;                           ///< [T2], axes of the sensor
    S barometer_variance;
    Symmetric3<S> accelerometer_bias_variance, gyroscope_bias_variance;  ///< at the start
  };
  template <class S>
  struct Memory {
    EkfState<S> state;
    Innovations<S> innovations;
  };

  Constants<double> fold(const KnownSensors& sensors) const {
    Constants<double> c{};
    const ImuFigures force =
        imu_figures(*sensors.accelerometer, accelerometer_noise_m_s2,
                    accelerometer_bias_walk_m_s2_sqrt_s, initial.accelerometer_bias_m_s2);
    const ImuFigures turn =
        imu_figures(*sensors.gyroscope, gyroscope_noise_rad_s, gyroscope_bias_walk_rad_s_sqrt_s,
                    initial.gyroscope_bias_rad_s);
    c.noise = {force.noise, turn.noise, force.walk, turn.walk};
    c.accelerometer_bias_variance = force.bias;
    c.gyroscope_bias_variance = turn.bias;
    if (sensors.gnss != nullptr) {
      const Gnss& sensor = *sensors.gnss;
      c.gnss_position_variance =
          squares(gnss_position_noise_m.value_or(total_figure(sensor.position, sensor.rate_hz)));
      c.gnss_velocity_variance =
          squares(gnss_velocity_noise_m_s.value_or(total_figure(sensor.velocity, sensor.rate_hz)));
    }
    if (sensors.magnetometer != nullptr) {
      const Magnetometer& sensor = *sensors.magnetometer;
      c.magnetometer_variance =
          squares(magnetometer_noise_t.value_or(total_figure(sensor, sensor.rate_hz)));
    }
    if (sensors.barometer != nullptr) {
      const Barometer& sensor = *sensors.barometer;
      const double noise = barometer_noise_m.value_or(total_figure(sensor, sensor.rate_hz)[0]);
      c.barometer_variance = noise * noise;
    }
    return c;
  }

  template <class S>
  static void start(const Constants<S>& k, const EstimatorConstants<S>& c, Memory<S>& m) {
    m.innovations = {S(0.0), S(0.0)};
    m.state.mean.fill(S(0.0));
    EkfMatrix<S>& P = m.state.P;
    for (EkfVector<S>& row : P) row.fill(S(0.0));
    const auto put_diagonal = [&](const Vec3<S>& variance, int first) {
      for (int i = 0; i < 3; ++i) P[first + i][first + i] = component(variance, i);
    };
    put_diagonal(c.position_variance, ekf_position);
    put_diagonal(c.velocity_variance, ekf_velocity);
    put_diagonal(c.attitude_variance, ekf_attitude);
    add_block(k.accelerometer_bias_variance, S(1.0), ekf_accelerometer, ekf_accelerometer, P);
    add_block(k.gyroscope_bias_variance, S(1.0), ekf_gyroscope, ekf_gyroscope, P);
  }

  template <class S>
  static void advance(const Constants<S>& k, const Leg<S>& leg, const Quat<S>& turn,
                      const Rotation<S>& R_WB, const Navigation<S>& nav, Memory<S>& m) {
    const Vec3<S> f_B = S(0.5) * (leg.from.specific_force + leg.to.specific_force);
    propagate(ErrorStep<S>(R_WB, f_B - nav.x.accelerometer_bias, turn, leg.dt), k.noise, m.state.P);
  }

  /// The estimate is at the time of the readings, but for a fraction of a step (`delay`).
  template <class S>
  static void fuse(const Constants<S>& k, const Fusion<S>& fusion, Navigation<S>& nav,
                   Memory<S>& m) {
    const EstimatorConstants<S>& c = fusion.c;
    const StepReadings<S>& y = fusion.y;
    Estimate<S>& x = nav.x;
    const auto moment = [&](const S& delay) {
      return PredictedMotion<S>{x, nav.last, c.gravity, delay};
    };
    if (fusion.is_new.gnss) {
      const S& delay = c.gnss_delay;
      fuse_position(y.gnss_position, fusion.arm(nav, delay), moment(delay),
                    k.gnss_position_variance, y.has_gnss, x, m.state, m.innovations);
      if (fusion.fuses_velocity) {
        fuse_velocity(y.gnss_velocity, fusion.arm(nav, delay), moment(delay),
                      k.gnss_velocity_variance, y.has_gnss, x, m.state, m.innovations);
      }
    }
    if (fusion.is_new.barometer) {
      fuse_height(c.home_altitude - y.altitude, moment(c.barometer_delay), k.barometer_variance,
                  y.has_barometer, x, m.state, m.innovations);
    }
    if (fusion.is_new.magnetometer) {
      const S& delay = c.magnetometer_delay;
      Matrix3<S> R_SB = c.body_to_magnetometer;
      if (fusion.magnetometer_is_late) R_SB = axes_before(R_SB, fusion.turn(nav, delay));
      fuse_direction(y.magnetometer, R_SB, c.magnetic_field, delay, k.magnetometer_variance,
                     y.has_magnetometer, x, m.state, m.innovations);
    }
  }

  /// Covariance of the velocity: xx, xy, yy.
  template <class S>
  static std::array<S, 3> velocity_covariance(const Memory<S>& m) {
    const EkfMatrix<S>& P = m.state.P;
    const int v = ekf_velocity;
    return {P[v][v], P[v][v + 1], P[v + 1][v + 1]};
  }
  template <class S>
  static const Innovations<S>& innovations(const Memory<S>& m) {
    return m.innovations;
  }
  /// e^T P^-1 e. Overwrites P.
  template <class S>
  static S nees(const EstimationError<S>& error, Memory<S>& m) {
    EkfVector<S>& e = m.state.mean;  // it is free now
    put_three(error.position, &e[ekf_position], 1);
    put_three(error.velocity, &e[ekf_velocity], 1);
    put_three(error.attitude, &e[ekf_attitude], 1);
    put_three(error.accelerometer_bias, &e[ekf_accelerometer], 1);
    put_three(error.gyroscope_bias, &e[ekf_gyroscope], 1);
    return normalised_square(m.state.P, e);
  }
};

}  // namespace montecopter
