#include "core/statistics/halved_spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

void finish(Weights& weights) {
  double sum = 0, squares = 0;
  for (const double w : weights.of) sum += w;
  for (double& w : weights.of) {
    w /= sum;
    squares += w * w;
  }
  weights.effective = 1 / squares;
}

/// Variance of weighted values.
double variance(std::span<const double> values, const std::vector<double>& weights) {
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) mean += weights[i] * values[i];
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += weights[i] * (values[i] - mean) * (values[i] - mean);
  }
  return squares;
}

}  // namespace

Weights equal_weights(const Counts& counts) {
  // A sample that is there twice counts as two samples: the quantile is that of the resample.
  Weights out{std::vector<double>(counts.begin(), counts.end()), 0};
  double n = 0;
  for (const std::uint32_t count : counts) n += count;
  for (double& w : out.of) w /= n;
  out.effective = n;
  return out;
}

Weights halving_weights(const OrderedValues& input, const Counts& counts) {
  const std::vector<std::uint32_t> positions = ascending(input, counts);
  const std::vector<double> x = at(input.values, positions);
  const std::size_t n = x.size();
  expects(n > 0, "values");
  const auto count = static_cast<double>(n);
  double mean = 0;
  for (const double value : x) mean += value / count;
  const auto k = static_cast<std::size_t>(std::ceil(std::sqrt(count)));
  // Each window of k ranks begins with a step up and ends with a step down.
  std::vector<std::int64_t> steps(n + 1, 0);
  std::size_t above = 0;  // the first x that is not below the target
  for (std::size_t j = 0; j < n; ++j) {
    const double target = mean + 0.5 * (x[j] - mean);
    while (above < n && x[above] < target) ++above;
    const std::size_t first = std::min(above - std::min(above, k / 2), n - k);
    ++steps[first];
    --steps[first + k];
  }
  Weights out{std::vector<double>(input.size(), 0.0), 0};
  std::int64_t windows = 0;
  for (std::size_t rank = 0; rank < n; ++rank) {
    windows += steps[rank];
    out.of[positions[rank]] += static_cast<double>(windows);
  }
  finish(out);
  return out;
}

double spread_ratio(const OrderedValues& input, const Counts& counts, const Weights& weights) {
  const double before = variance(input.values, equal_weights(counts).of);
  if (!(before > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(variance(input.values, weights.of) / before);
}

double weighted_quantile(const OrderedValues& of, const Weights& weights, double p) {
  expects(0 < p && p < 1, "a probability");
  const double n = weights.effective;
  const double low = (n - 1) * p / n, high = ((n - 1) * p + 1) / n;
  double below = 0, sum = 0, share = 0;
  for (const std::uint32_t i : of.order) {
    const double end = below + weights.of[i];
    const double within = std::min(end, high) - std::max(below, low);
    if (within > 0) {
      sum += within * of.values[i];
      share += within;
    }
    if (end >= high) break;
    below = end;
  }
  return share > 0 ? sum / share : of.largest();
}

}  // namespace montecopter::statistics
