#pragma once
/// Noise figures of a sensor for an estimator (variances of noise and biases), from the parameters
/// of its errors: set-up code.

#include <cmath>
#include <limits>
#include <optional>

#include "dynamics/estimators/ekf_law.hpp"
#include "dynamics/sensors/error_setup.hpp"
#include "dynamics/sensors/placement.hpp"

namespace montecopter {

/// Standard deviation of the white noise of each reading and of its rounding (an even distribution
/// over one digit).
template <class Quantity, class Number>
PerAxis white_figure(const ErrorModel<Quantity, Number>& model, const Rate& rate) {
  PerAxis sd;
  for (int i = 0; i < 3; ++i) {
    const double white = white_sd(model, i, 1.0 / rate.period_s());
    const double digit = model.resolution ? axis_of(*model.resolution, i) : 0.0;
    sd[static_cast<std::size_t>(i)] = std::sqrt(std::fma(white, white, digit * digit / 12.0));
  }
  return sd;
}

/// Standard deviation of the bias at the start: a constant bias counts in full, as it is
/// unknown to the estimator.
template <class Quantity, class Number>
PerAxis bias_figure(const ErrorModel<Quantity, Number>& model) {
  PerAxis sd;
  for (int i = 0; i < 3; ++i) {
    const double a = axis_of(model.bias, i), b = axis_of(model.turn_on_bias, i);
    const double c = axis_of(model.gauss_markov_bias, i);
    sd[static_cast<std::size_t>(i)] = std::sqrt(std::fma(a, a, std::fma(b, b, c * c)));
  }
  return sd;
}

/// Growth of the bias's standard deviation in one second. A Gauss-Markov bias is taken for a random
/// walk that is driven as strongly, 2 sigma^2 / T.
template <class Quantity, class Number>
PerAxis walk_figure(const ErrorModel<Quantity, Number>& model) {
  PerAxis sd;
  for (int i = 0; i < 3; ++i) {
    const double walk = axis_of(model.bias_random_walk, i);
    const double steady = axis_of(model.gauss_markov_bias, i);
    const double driven =
        model.gauss_markov_time_s ? 2.0 * steady * steady / *model.gauss_markov_time_s : 0.0;
    sd[static_cast<std::size_t>(i)] = std::sqrt(std::fma(walk, walk, driven));
  }
  return sd;
}

/// All errors together, as if every one were drawn anew at each reading.
template <class Quantity, class Number>
PerAxis total_figure(const ErrorModel<Quantity, Number>& model, const Rate& rate) {
  const PerAxis white = white_figure(model, rate), bias = bias_figure(model);
  PerAxis sd;
  for (std::size_t i = 0; i < 3; ++i) {
    sd[i] = std::sqrt(std::fma(white[i], white[i], bias[i] * bias[i]));
  }
  return sd;
}

/// Variances of standard deviations.
inline Vec3<double> squares(const PerAxis& sd) {
  return {sd[0] * sd[0], sd[1] * sd[1], sd[2] * sd[2]};
}

/// Sensor axes as they are mounted -> body.
inline Rotation<double> mounting_of(const Alignment& alignment) {
  const auto& q = alignment.mounting;
  return Rotation<double>(normalised<double>({q[0], q[1], q[2], q[3]}));
}

/// The covariance in body axes of an error with these variances in sensor axes.
inline Symmetric3<double> in_body(const Rotation<double>& mounting, const Vec3<double>& variance) {
  return rotated(mounting, {variance.x, variance.y, variance.z, 0.0, 0.0, 0.0});
}

/// Standard deviations of a bias that a filter assumes, sensor axes; none: those of the sensor.
struct AssumedBias {
  std::optional<PerAxis> walk, initial;
};

/// Noise, walk and bias of a sensor of the IMU, as covariances in body axes.
struct ImuFigures {
  Symmetric3<double> noise, walk, bias;
};
template <class Sensor>
ImuFigures imu_figures(const Sensor& sensor, const std::optional<PerAxis>& noise,
                       const std::optional<PerAxis>& walk, const std::optional<PerAxis>& bias) {
  const Rotation<double> mounting = mounting_of(sensor);
  const Rate& rate = sensor.rate_hz;
  const Vec3<double> per_reading = squares(noise.value_or(white_figure(sensor, rate)));
  return {in_body(mounting, rate.period_s() * per_reading),
          in_body(mounting, squares(walk.value_or(walk_figure(sensor)))),
          in_body(mounting, squares(bias.value_or(bias_figure(sensor))))};
}

}  // namespace montecopter
