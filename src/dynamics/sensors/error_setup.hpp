#pragma once
/// Set-up of a sensor's errors: folds an ErrorModel into what the lanes need, with correctly
/// rounded operations and our own functions only (the result is part of the bits).

#include <cmath>

#include "core/numerics/powers.hpp"
#include "dynamics/sensors/error_model.hpp"
#include "dynamics/sensors/errors.hpp"

namespace montecopter {

inline double axis_of(double number, int) { return number; }
inline double axis_of(const PerAxis& numbers, int i) {
  return numbers[static_cast<std::size_t>(i)];
}

/// Standard deviation per reading of the white noise and of its density.
template <class Quantity, class Number>
double white_sd(const ErrorModel<Quantity, Number>& model, int axis, double rate_hz) {
  const double per_reading = axis_of(model.white_noise, axis);
  const double density = axis_of(model.white_noise_density, axis);
  const bool one_sided =
      is_word(density_words, model.white_noise_density_is, DensityConvention::one_sided);
  const double band = one_sided ? 0.5 * rate_hz : rate_hz;
  return std::sqrt(std::fma(per_reading, per_reading, density * density * band));
}

/// Errors of one axis; the bias is the constant one.
template <class Quantity, class Number>
AxisErrors<double> fold_axis(const ErrorModel<Quantity, Number>& model, int axis,
                             const Rate& rate) {
  const double period_s = rate.period_s();
  AxisErrors<double> c{};
  c.bias = axis_of(model.bias, axis);
  c.white = white_sd(model, axis, 1.0 / period_s);
  c.steady = axis_of(model.gauss_markov_bias, axis);
  const double lag = model.gauss_markov_time_s ? period_s / *model.gauss_markov_time_s : 0.0;
  c.decay = exp<double>(-lag);
  c.kick = c.steady * std::sqrt(-expm1<double>(-2.0 * lag));
  c.walk = axis_of(model.bias_random_walk, axis) * std::sqrt(period_s);
  c.full_scale = model.full_scale ? axis_of(*model.full_scale, axis) : 0.0;
  c.resolution = model.resolution ? axis_of(*model.resolution, axis) : 0.0;
  if (model.word_bits) {
    c.highest_word = static_cast<double>((std::int64_t{1} << (*model.word_bits - 1)) - 1);
  }
  return c;
}

}  // namespace montecopter
