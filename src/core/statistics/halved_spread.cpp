#include "core/statistics/halved_spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

void finish(Weights& weights) {
  double squares = 0;
  for (const double w : weights.of) {
    weights.total += w;
    squares += w * w;
  }
  weights.effective = weights.total * (weights.total / squares);
}

/// Variance of weighted values.
double variance(std::span<const double> values, const Weights& weights) {
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    mean += weights.of[i] / weights.total * values[i];
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += weights.of[i] / weights.total * (values[i] - mean) * (values[i] - mean);
  }
  return squares;
}

/// A resample in ascending order of a column: how often each value is in it, and how many values
/// of the resample are before it. There is one more entry behind the last value.
struct InOrder {
  std::vector<std::uint32_t> before;

  InOrder(const OrderedValues& of, const Counts& counts) : before(of.size() + 1) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < of.size(); ++k) {
      before[k] = sum;
      sum += counts[of.order[k]];
    }
    before.back() = sum;
  }
  std::uint32_t size() const { return before.back(); }
  std::uint32_t count(std::size_t k) const { return before[k + 1] - before[k]; }
};

double mean_of(const OrderedValues& of, const InOrder& in_order) {
  double mean = 0;
  for (std::size_t k = 0; k < of.size(); ++k) {
    mean += in_order.count(k) * (of.sorted[k] / in_order.size());
  }
  return mean;
}

/// The first position in ascending order that is not wholly below `low`, and the sum of the weights
/// before it. Sums are exact from either end, and the nearer end is taken.
std::pair<std::size_t, double> first_within(const OrderedValues& of, const Weights& weights,
                                            double low) {
  const double sought = low * weights.total;
  if (2 * low < 1) {
    double below = 0;
    for (std::size_t k = 0; k < of.size(); ++k) {
      const double end = below + weights.of[of.order[k]];
      if (end > sought) return {k, below};
      below = end;
    }
    return {of.size(), below};
  }
  double end = weights.total;
  for (std::size_t k = of.size(); k-- > 0;) {
    const double below = end - weights.of[of.order[k]];
    if (below <= sought) return {k, below};
    end = below;
  }
  return {0, 0};
}

}  // namespace

Weights equal_weights(const Counts& counts) {
  // A sample that is there twice counts as two samples: the quantile is that of the resample.
  Weights out{std::vector<double>(counts.begin(), counts.end()), 0, 0};
  for (const double count : out.of) out.total += count;
  out.effective = out.total;
  return out;
}

Weights halving_weights(const OrderedValues& input, const Counts& counts) {
  const InOrder in_order(input, counts);
  const std::size_t n = in_order.size();
  expects(n > 0, "values");
  const double mean = mean_of(input, in_order);
  const auto k = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
  // Each window of k ranks begins with a step up and ends with a step down.
  std::vector<std::int32_t> steps(n + 1, 0);
  std::size_t above = 0;  // the first value that is not below the target
  for (std::size_t j = 0; j < input.size(); ++j) {
    const double target = mean + 0.5 * (input.sorted[j] - mean);
    while (above < input.size() && input.sorted[above] < target) ++above;
    const std::size_t rank = in_order.before[above];
    const std::size_t first = std::min(rank - std::min(rank, k / 2), n - k);
    const auto count = static_cast<std::int32_t>(in_order.count(j));
    steps[first] += count;
    steps[first + k] -= count;
  }
  // Sums of the windows over all ranks below one, of which no loop over counts is needed.
  std::vector<std::int64_t> below(n + 1, 0);
  std::int64_t windows = 0;
  for (std::size_t rank = 0; rank < n; ++rank) {
    windows += steps[rank];
    below[rank + 1] = below[rank] + windows;
  }
  Weights out{std::vector<double>(input.size(), 0.0), 0, 0};
  for (std::size_t j = 0; j < input.size(); ++j) {
    out.of[input.order[j]] =
        static_cast<double>(below[in_order.before[j + 1]] - below[in_order.before[j]]);
  }
  finish(out);
  return out;
}

double spread_ratio(const OrderedValues& input, const Counts& counts, const Weights& weights) {
  const double before = variance(input.values, equal_weights(counts));
  if (!(before > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::sqrt(variance(input.values, weights) / before);
}

double weighted_quantile(const OrderedValues& of, const Weights& weights, double p) {
  expects(0 < p && p < 1, "a probability");
  const double n = weights.effective;
  const double low = (n - 1) * p / n, high = ((n - 1) * p + 1) / n;
  auto [k, below] = first_within(of, weights, low);
  double sum = 0, share = 0;
  for (; k < of.size(); ++k) {
    const double next = below + weights.of[of.order[k]];
    const double end = next / weights.total;
    const double within = std::min(end, high) - std::max(below / weights.total, low);
    if (within > 0) {
      sum += within * of.sorted[k];
      share += within;
    }
    if (end >= high) break;
    below = next;
  }
  return share > 0 ? sum / share : of.largest();
}

}  // namespace montecopter::statistics
