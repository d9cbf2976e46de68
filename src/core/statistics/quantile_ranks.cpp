#include "core/statistics/quantile_ranks.hpp"

#include <algorithm>
#include <vector>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

/// Weights relative to the mode below this one are left out: what they add up to is less than the
/// rounding of the others.
constexpr double negligible_tail = 1e-30;

/// Binomial probabilities of first, first + 1, ... relative to that of the mode. By
/// P(k+1) / P(k) = (n-k) / (k+1) * p / (1-p) outwards from the mode: no factorials, no logarithms,
/// and every operation rounds correctly, so that the ranks are the same everywhere.
struct BinomialWeights {
  std::size_t first = 0;
  std::vector<double> values;
  double sum = 0;
};

BinomialWeights binomial_weights(std::size_t n, double p) {
  const auto count = static_cast<double>(n);
  const double odds = p / (1.0 - p);
  const std::size_t mode = std::min(n, static_cast<std::size_t>((count + 1.0) * p));
  BinomialWeights weights;
  double weight = 1.0;
  for (std::size_t k = mode; k > 0 && weight > negligible_tail; --k) {
    const auto x = static_cast<double>(k);
    weight *= x / (count - x + 1.0) / odds;
    weights.values.push_back(weight);
  }
  weights.first = mode - weights.values.size();
  std::reverse(weights.values.begin(), weights.values.end());
  weights.values.push_back(1.0);
  weight = 1.0;
  for (std::size_t k = mode; k < n && weight > negligible_tail; ++k) {
    const auto x = static_cast<double>(k);
    weight *= (count - x) / (x + 1.0) * odds;
    weights.values.push_back(weight);
  }
  for (const double value : weights.values) weights.sum += value;
  return weights;
}

/// Number of weights from `begin` on that together stay within the fraction `tail` of the sum.
template <class Iterator>
std::size_t within_tail(Iterator begin, Iterator end, double sum, double tail) {
  double total = 0.0;
  std::size_t count = 0;
  for (Iterator weight = begin; weight != end; ++weight, ++count) {
    total += *weight;
    if (total > tail * sum) break;
  }
  return count;
}

}  // namespace

QuantileRanks quantile_ranks(std::size_t n, double p, double miss) {
  expects(0 < p && p < 1 && 0 < miss && miss < 1, "probabilities between 0 and 1");
  const BinomialWeights weights = binomial_weights(n, p);
  const auto& values = weights.values;
  const std::size_t below = within_tail(values.begin(), values.end(), weights.sum, miss);
  const std::size_t above = within_tail(values.rbegin(), values.rend(), weights.sum, miss);
  const std::size_t last = weights.first + values.size() - 1;
  QuantileRanks ranks;
  ranks.low = weights.first + below;  // P(B <= low - 1) is what was counted; 0: none
  ranks.high = last - above + 1;      // P(B >= high)
  if (ranks.high > n) ranks.high = 0;
  ensures(ranks.low <= n && ranks.high <= n, "ranks of the samples");
  return ranks;
}

std::size_t upper_bound_rank(std::size_t n, double p, double confidence) {
  return quantile_ranks(n, p, 1.0 - confidence).high;
}

std::size_t lower_bound_rank(std::size_t n, double p, double confidence) {
  return quantile_ranks(n, p, 1.0 - confidence).low;
}

}  // namespace montecopter::statistics
