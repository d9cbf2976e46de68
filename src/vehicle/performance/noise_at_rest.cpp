#include "vehicle/performance/noise_at_rest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/numerics/median.hpp"

namespace montecopter {
namespace {

/// Mean and variance of about a second of readings.
struct Stretch {
  double start_s = 0, mean = 0, variance = 0;
};

/// Fewest readings that give a useful variance.
constexpr std::size_t fewest_in_stretch = 32;
/// The variance of 32 normal readings exceeds four times its expectation once in 10^13 stretches.
constexpr double most_variance_ratio = 4;

std::vector<Stretch> stretches_of(const AxisReadings& axis) {
  const auto a_second = static_cast<std::size_t>(std::ceil(1 / axis.period_s));
  const std::size_t length = std::max(fewest_in_stretch, a_second);
  std::vector<Stretch> stretches;
  for (std::size_t first = 0; first + length <= axis.values.size(); first += length) {
    double count = 0, sum = 0, squares = 0;
    for (std::size_t i = first; i < first + length; ++i) {
      if (std::isnan(axis.values[i])) continue;
      count += 1, sum += axis.values[i];
    }
    if (2 * count < static_cast<double>(length)) continue;
    const double mean = sum / count;
    for (std::size_t i = first; i < first + length; ++i) {
      if (!std::isnan(axis.values[i])) squares += (axis.values[i] - mean) * (axis.values[i] - mean);
    }
    stretches.push_back({static_cast<double>(first) * axis.period_s, mean, squares / (count - 1)});
  }
  return stretches;
}

template <double Stretch::*member>
double median_of(const std::vector<Stretch>& stretches) {
  std::vector<double> values;
  for (const Stretch& stretch : stretches) values.push_back(stretch.*member);
  return upper_median(values);
}

double mean_of(const std::vector<double>& values) {
  double sum = 0, count = 0;
  for (const double x : values) {
    if (!std::isnan(x)) sum += x, count += 1;
  }
  return sum / count;
}

/// Figure of a coefficient; its square has the standard error high^2 - value^2.
NoiseFigure figure_of(const AllanCoefficient& c) {
  const double square = c.value * c.value, error = c.high * c.high - square;
  NoiseFigure figure;
  figure.bound = std::sqrt(square + 2 * error);
  if (square < 2 * error || square == 0) return figure;
  figure.value = c.value;
  figure.standard_error = error / (2 * c.value);
  return figure;
}

[[noreturn]] void refuse(const std::string& why) { throw Error(ExitCode::refused, why); }

void require_enough(const AxisReadings& axis) {
  const double seconds = static_cast<double>(axis.values.size()) * axis.period_s;
  const auto readings = std::ssize(axis.values);
  if (readings >= fewest_readings_at_rest && seconds >= shortest_rest_s) return;
  refuse(
      fmt::format("the record is too short: {} in {:.4g} s, and {} in {} s are needed (minutes "
                  "for the bias instability, hours for the random walk)",
                  counted(readings, "reading"), seconds, fewest_readings_at_rest, shortest_rest_s));
}

/// Largest deviation of a curve from the fitted one, beside four standard deviations of its own.
/// Flicker noise and random walk approximate a Gauss-Markov bias within a third.
constexpr double most_departure = 1.5;

void require_such_noise(const AxisNoise& noise, const NoiseModel& model) {
  for (const AllanPoint& point : noise.curve.points) {
    const double fitted = std::sqrt(expected_allan_variance(model, point.m));
    const double by_chance = 4 / std::sqrt(2 * point.edf);
    const double departure = std::abs(std::log(point.deviation / fitted));
    if (departure <= std::log(most_departure) + by_chance) continue;
    refuse(fmt::format(
        "its Allan deviation is not that of white noise, flicker noise and a random walk ({:.3g} "
        "times their sum at {:.3g} s). The vehicle moves or vibrates, or the readings are filtered",
        point.deviation / fitted, point.tau_s));
  }
}

double flattest_time(const AxisNoise& noise, const NoiseModel& model) {
  const auto variance = [&](const AllanPoint& p) { return expected_allan_variance(model, p.m); };
  return std::min_element(
             noise.curve.points.begin(), noise.curve.points.end(),
             [&](const AllanPoint& a, const AllanPoint& b) { return variance(a) < variance(b); })
      ->tau_s;
}

}  // namespace

std::optional<std::string> why_not_at_rest(const AxisReadings& axis, double most_change) {
  const std::vector<Stretch> stretches = stretches_of(axis);
  if (stretches.empty()) return std::nullopt;
  const double usual_variance = median_of<&Stretch::variance>(stretches);
  const double usual_mean = median_of<&Stretch::mean>(stretches);
  if (usual_variance == 0)
    return "most readings are the same as the one before, which noise never is";
  for (const Stretch& s : stretches) {
    if (s.variance > most_variance_ratio * usual_variance) {
      return fmt::format(
          "it moves: {:.3f} s after the first reading, the spread within a second is {:.3g} times "
          "the usual one",
          s.start_s, std::sqrt(s.variance / usual_variance));
    }
    if (std::abs(s.mean - usual_mean) > most_change) {
      return fmt::format(
          "it moves: {:.3f} s after the first reading, the mean over a second differs by "
          "{:.3g} from the usual one",
          s.start_s, s.mean - usual_mean);
    }
  }
  return std::nullopt;
}

AxisNoise noise_at_rest(const AxisReadings& axis) {
  require_enough(axis);
  const AllanRecord record(axis.values, axis.period_s);
  AxisNoise noise;
  noise.mean = mean_of(axis.values);
  noise.curve = allan_curve(record, octave_ladder(record.size()));
  const AllanFit fit = fit_allan(noise.curve);
  require_such_noise(noise, fit.model);
  noise.white_density = figure_of(fit.angle_random_walk);
  noise.bias_instability = figure_of(fit.bias_instability);
  noise.bias_random_walk = figure_of(fit.rate_random_walk);
  noise.flattest_s = flattest_time(noise, fit.model);
  noise.misfit = fit.misfit;
  return noise;
}

FlickerStandIn stand_in_for_flicker(double bias_instability, double flattest_s) {
  const double flat = flicker_deviation * bias_instability;
  // The peak is gauss_markov_peak_deviation q_c sqrt(T), and q_c = sd sqrt(2 / T).
  return {flat / (gauss_markov_peak_deviation * std::numbers::sqrt2),
          flattest_s / gauss_markov_peak_tau};
}

}  // namespace montecopter
