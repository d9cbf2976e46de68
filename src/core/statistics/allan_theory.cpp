#include "core/statistics/allan_theory.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics/exponential_remainder.hpp"

namespace montecopter {
namespace {

/// (2 u - 3 + 4 exp(-u) - exp(-2 u)) / u^2: 2 u / 3 for small u, 2 / u for large.
double stretch_difference(double u) {
  if (u < 1) return 4 * (exponential_remainder(u) - exponential_remainder(2 * u));
  const double e = expm1<double>(-u);
  return (2 * (u + e) - e * e) / (u * u);
}

}  // namespace

double white_allan_variance(double sd, std::int64_t m) { return sd * sd / static_cast<double>(m); }

double random_walk_allan_variance(double sd_per_step, std::int64_t m) {
  const auto n = static_cast<double>(m);
  return sd_per_step * sd_per_step * (2 * n * n + 1) / (6 * n);
}

// Neighbouring averages a and b over m readings each have the covariances
//
//   var(a) = P/m^2 [m (1 + f)/(1 - f) - 2 f (1 - f^m)/(1 - f)^2],   f = exp(-h),
//   cov(a, b) = P/m^2 f ((1 - f^m)/(1 - f))^2,
//
// sums of f^|i-j| over their readings. The Allan variance is var(a) - cov(a, b): N. F. Zhang,
// "Allan variance of time series models for measurement data", Metrologia 45 (2008) 549. With
// u = m h this is
//
//   P/(m (1 - f))^2 [m (1 - f^2) - f (3 - 4 exp(-u) + exp(-2 u))],
//
// a small difference of large numbers when h or u is small. Adding and subtracting 2 u f makes it
//
//   P/(m (1 - f))^2 [m (1 - f^2 - 2 h f) + f (2 u - 3 + 4 exp(-u) - exp(-2 u))],
//
// a sum of two positive numbers, each of which is computed without cancellation.
double gauss_markov_allan_variance(double sd, double h, std::int64_t m) {
  if (h == 0) return 0;                 // constant
  const double x = std::min(h, 800.0);  // correlation below the smallest number: white
  const auto n = static_cast<double>(m);
  const double scale = x / -expm1<double>(-x);
  const double sum = stretch_variance(x) / n + exp<double>(-x) * stretch_difference(n * x);
  return sd * sd * scale * scale * sum;
}

double expected_allan_variance(const NoiseModel& model, std::int64_t m) {
  const double white = model.white_sd * model.white_sd + model.quantum * model.quantum / 12;
  double variance =
      white / static_cast<double>(m) + random_walk_allan_variance(model.random_walk_sd_per_step, m);
  if (model.gauss_markov_sd != 0) {
    variance += gauss_markov_allan_variance(model.gauss_markov_sd,
                                            model.dt_s / model.gauss_markov_time_s, m);
  }
  const double flicker = flicker_deviation * model.bias_instability;
  return variance + flicker * flicker;
}

double Ieee952::asymptotic_variance(double tau_s) const {
  const double flicker = flicker_deviation * bias_instability;
  return 3 * quantisation * quantisation / (tau_s * tau_s) +
         angle_random_walk * angle_random_walk / tau_s + flicker * flicker +
         rate_random_walk * rate_random_walk * tau_s / 3 +
         rate_ramp * rate_ramp * tau_s * tau_s / 2;
}

double white_sd_of_random_walk(double angle_random_walk, double dt_s) {
  return angle_random_walk / std::sqrt(dt_s);
}

double white_sd_of_one_sided_density(double density, double dt_s) {
  return density / std::sqrt(2 * dt_s);
}

double walk_sd_per_step(double rate_random_walk, double dt_s) {
  return rate_random_walk * std::sqrt(dt_s);
}

}  // namespace montecopter
