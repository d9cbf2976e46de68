#pragma once
/// Noise of a real sensor from readings at rest: the Allan deviation of each axis, and the
/// coefficients of IEEE Std 952. Also checks that the sensor was at rest.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/allan_fit.hpp"

namespace montecopter {

/// Minimum of readings and duration: 1000 readings give the white noise to 3 %, and changes over
/// seconds must occur several times.
inline constexpr std::int64_t fewest_readings_at_rest = 1000;
inline constexpr double shortest_rest_s = 30;

/// Readings of a sensor along one axis, at a fixed period; NaN: a reading is missing.
struct AxisReadings {
  std::vector<double> values;
  double period_s = 0;
};

/// A coefficient of noise. If it is 0 within two standard errors, only a bound is known.
struct NoiseFigure {
  double value = 0;           ///< 0 if unknown
  double standard_error = 0;  ///< of the value, propagated through the square root
  double bound = 0;           ///< 97.5 % confidence bound

  bool is_known() const { return value > 0; }
};

/// Noise of one axis in units u of the readings.
struct AxisNoise {
  double mean = 0;               ///< [u]
  NoiseFigure white_density;     ///< N, two-sided [u / sqrt(Hz)]
  NoiseFigure bias_instability;  ///< B [u]
  NoiseFigure bias_random_walk;  ///< K [u / sqrt(s)]
  double flattest_s = 0;         ///< averaging time of the smallest fitted deviation
  double misfit = 0;             ///< see AllanFit::misfit
  AllanCurve curve;
};

/// Reason why a sensor was not at rest; nullopt: it was. `most_change` [u]: largest deviation of
/// the mean over a second from the mean of the record; infinity: any.
std::optional<std::string> why_not_at_rest(const AxisReadings& axis, double most_change);

/// Noise of readings at rest. Throws Error(refused) with the reason if there are too few, or if
/// their Allan deviation does not fit white noise, flicker noise and a random walk.
AxisNoise noise_at_rest(const AxisReadings& axis);

/// A Gauss-Markov bias in place of flicker noise: the peak of its Allan deviation has the time and
/// height of the flat part for this bias instability.
struct FlickerStandIn {
  double standard_deviation = 0, time_s = 0;
};
FlickerStandIn stand_in_for_flicker(double bias_instability, double flattest_s);

}  // namespace montecopter
