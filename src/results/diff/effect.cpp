#include "results/diff/effect.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "results/diff/location.hpp"
#include "results/summarise/round_off.hpp"

namespace montecopter::diff {
namespace {

/// Smallest standard deviation that is a scale, as a fraction of the magnitude of the signal.
constexpr double least_spread = 1e-3;
/// Largest number of values that are read.
constexpr std::int64_t most_values = std::int64_t{1} << 22;
constexpr std::int64_t piece = std::int64_t{1} << 16;

/// Moments of one component, by Welford's update.
struct Spread {
  double n = 0, mean = 0, squares = 0, magnitude = 0;

  void add(double value) {
    if (!std::isfinite(value)) return;
    n += 1;
    const double from_mean = value - mean;
    mean += from_mean / n;
    squares += from_mean * (value - mean);
    magnitude = std::max(magnitude, std::abs(value));
  }
  double variance() const { return n > 1 ? squares / (n - 1) : 0; }
};

/// The spread of each of `size` components.
std::vector<Spread> spreads(const record::ResultFile& file, const record::Dataset& dataset,
                            std::int64_t size) {
  std::vector<Spread> all(static_cast<std::size_t>(size));
  const std::int64_t elements = dataset.elements();
  const std::int64_t whole = std::max<std::int64_t>(piece / size, 1) * size;
  const std::int64_t every = elements <= most_values ? whole : (elements / most_values + 1) * whole;
  for (std::int64_t first = 0; first < elements; first += every) {
    const auto values = file.read_f64(dataset, first, std::min(whole, elements - first));
    for (std::size_t i = 0; i < values.size(); ++i) all[i % all.size()].add(values[i]);
  }
  return all;
}

}  // namespace

double effect_of(const record::ResultFile& a, const SignalReport& signal) {
  const record::Dataset* dataset = a.find(signal.name);
  if (!dataset || !signal.tally.largest || is_hash(signal.name)) return 0;
  const bool is_statistic = signal.name.starts_with(statistics_prefix);
  const record::Dataset* metric =
      is_statistic ? a.find(metric_prefix + without_prefix(signal.name, statistics_prefix))
                   : nullptr;
  if (metric != nullptr) dataset = metric;  // statistics have the spread of their metric
  const std::int64_t size =
      metric != nullptr ? 1 : std::max<std::int64_t>(signal.tally.grid.components, 1);
  const std::vector<Spread> all = spreads(a, *dataset, size);
  double scale = 0;
  if (signal.meaning == Meaning::attitude) {
    // Half of a small angle of rotation is the change of the quaternion.
    for (const Spread& one : all) scale += 4 * one.variance();
    scale = std::max(std::sqrt(scale), least_spread);
  } else {
    const Spread& own = all[static_cast<std::size_t>(signal.tally.largest->index % size)];
    const double magnitude = own.magnitude > 0 ? own.magnitude : stated_scale(signal.unit);
    const double sd = std::sqrt(own.variance());
    scale = sd > least_spread * magnitude ? sd : magnitude;
  }
  return signal.tally.max_distance / scale;
}

}  // namespace montecopter::diff
