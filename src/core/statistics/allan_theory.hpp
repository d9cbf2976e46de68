#pragma once
/// Allan variance of a sensor's readings by theory: exactly, for the discrete models that simulated
/// sensors follow, and asymptotically, by the straight lines of IEEE Std 952.

#include <cstdint>

namespace montecopter {

/// Independent parts of readings at a fixed period, in the unit of the readings. A constant bias is
/// not among them: it adds nothing to any Allan variance.
struct NoiseModel {
  double dt_s = 1;                     ///< period of the readings
  double white_sd = 0;                 ///< of each reading, independent of all others
  double random_walk_sd_per_step = 0;  ///< of w in b(k+1) = b(k) + w(k)
  double gauss_markov_sd = 0;          ///< stationary, of b(k+1) = exp(-dt/T) b(k) + w(k)
  double gauss_markov_time_s = 0;      ///< T
  double quantum = 0;                  ///< readings are rounded to its multiples
  double bias_instability = 0;         ///< B of IEEE 952: flicker noise, an idealisation
};

/// Expected Allan variance of averages over m readings. Exact but for two parts. Rounding counts as
/// white noise of variance quantum^2 / 12, which holds where the other noise of a reading is larger
/// than the quantum. Flicker noise is at its value for large m.
double expected_allan_variance(const NoiseModel& model, std::int64_t m);

/// White noise: sd^2 / m.
double white_allan_variance(double sd, std::int64_t m);

/// Sum of independent steps: sd^2 (2 m^2 + 1) / (6 m).
double random_walk_allan_variance(double sd_per_step, std::int64_t m);

/// First-order Gauss-Markov noise (AR(1)) of stationary standard deviation `sd`, correlated as
/// exp(-h k) over k readings; h = dt / T >= 0. Good to some 1e-15 for all h and m.
double gauss_markov_allan_variance(double sd, double h, std::int64_t m);

/// The coefficients of IEEE Std 952-1997 (annex C), for readings in units u.
struct Ieee952 {
  double quantisation = 0;       ///< Q [u s]
  double angle_random_walk = 0;  ///< N [u sqrt(s)], also velocity random walk
  double bias_instability = 0;   ///< B [u]
  double rate_random_walk = 0;   ///< K [u / sqrt(s)]
  double rate_ramp = 0;          ///< R [u / s]

  /// Their Allan variance in continuous time: 3 Q^2 / tau^2 + N^2 / tau + (2 ln 2 / pi) B^2
  /// + K^2 tau / 3 + R^2 tau^2 / 2.
  double asymptotic_variance(double tau_s) const;
};

/// sqrt(2 ln 2 / pi): the flat Allan deviation of flicker noise over B.
inline constexpr double flicker_deviation = 0.66428247026796002;

/// Gauss-Markov noise driven by white noise q_c [u / sqrt(s)] has its largest Allan deviation,
/// 0.437 q_c sqrt(T), at 1.89 T. Its stationary standard deviation is q_c sqrt(T / 2).
inline constexpr double gauss_markov_peak_tau = 1.8926178329250188;
inline constexpr double gauss_markov_peak_deviation = 0.43654247107380627;

/// Standard deviation of a reading with angle random walk N, which is a two-sided noise density:
/// N / sqrt(dt). Readings of it add up to an angle that walks by N sqrt(t).
double white_sd_of_random_walk(double angle_random_walk, double dt_s);

/// Standard deviation of a reading with a one-sided noise density [u / sqrt(Hz)], as data sheets
/// state it, ideally limited to half the rate of the readings: density / sqrt(2 dt).
double white_sd_of_one_sided_density(double density, double dt_s);

/// Standard deviation of the steps of a bias with rate random walk K: K sqrt(dt).
double walk_sd_per_step(double rate_random_walk, double dt_s);

}  // namespace montecopter
