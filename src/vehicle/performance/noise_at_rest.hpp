#pragma once
/// The noise of a real sensor from what it read at rest: the Allan deviation of each axis, the
/// coefficients of IEEE Std 952, and whether the readings are those of a sensor at rest at all.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/allan_fit.hpp"

namespace montecopter {

/// Fewer readings, or a shorter record, tell too little: of 1000 readings the white noise is known
/// to 3 %, and what changes over seconds has to be seen some times.
inline constexpr std::int64_t fewest_readings_at_rest = 1000;
inline constexpr double shortest_rest_s = 30;

/// What a sensor reads along one axis, at a fixed period; NaN: a reading is missing.
struct AxisReadings {
  std::vector<double> values;
  double period_s = 0;
};

/// A coefficient of noise. If it is 0 within two standard errors, nothing but a bound is known.
struct NoiseFigure {
  double value = 0;           ///< 0 if it is not known
  double standard_error = 0;  ///< of the value, as errors propagate through the square root
  double bound = 0;           ///< not exceeded with 97.5 % confidence

  bool is_known() const { return value > 0; }
};

/// In units u of the readings.
struct AxisNoise {
  double mean = 0;               ///< [u]
  NoiseFigure white_density;     ///< N, two-sided [u / sqrt(Hz)]
  NoiseFigure bias_instability;  ///< B [u]
  NoiseFigure bias_random_walk;  ///< K [u / sqrt(s)]
  double flattest_s = 0;         ///< averaging time at which the fitted deviation is least
  double misfit = 0;             ///< as AllanFit::misfit
  AllanCurve curve;
};

/// Why these are not the readings of a sensor at rest, or nothing. `most_change` [u]: by which the
/// mean over a second may depart from that of the whole record; infinity: by any.
std::optional<std::string> why_not_at_rest(const AxisReadings& axis, double most_change);

/// Noise of readings at rest. Throws Error(refused) with the reason if there are too few, or if
/// their Allan deviation is not that of white noise, flicker noise and a random walk.
AxisNoise noise_at_rest(const AxisReadings& axis);

/// A Gauss-Markov bias whose Allan deviation has its summit where and as high as flicker noise of
/// this bias instability is flat.
struct FlickerStandIn {
  double standard_deviation = 0, time_s = 0;
};
FlickerStandIn stand_in_for_flicker(double bias_instability, double flattest_s);

}  // namespace montecopter
