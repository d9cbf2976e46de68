#include "core/statistics/binomial_tails.hpp"

#include <algorithm>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

/// Weights below this fraction of the sum so far are left out: they add up to less than the
/// rounding of the others.
constexpr double negligible = 1e-30;
/// Weights relative to the mode below this one lose their digits.
constexpr double vanishing = 1e-300;

/// Sums of binomial probabilities relative to that of the mode, on both sides of k.
struct Sums {
  double below = 0, at = 0, above = 0;

  void add(std::size_t j, std::size_t k, double weight) {
    (j < k ? below : j == k ? at : above) += weight;
  }
};

/// Whether all remaining terms from here outwards are rounding, where `beyond` is the sum of the
/// terms at k and farther out.
bool is_spent(double weight, bool has_reached_k, double beyond) {
  return weight < vanishing || (has_reached_k && weight < negligible * std::min(1.0, beyond));
}

}  // namespace

/// By P(j+1) / P(j) = (n-j) / (j+1) * p / (1-p) outwards from the mode: no factorials, no
/// logarithms, and every operation rounds correctly.
BinomialTails binomial_tails(std::size_t k, std::size_t n, double p) {
  expects(k <= n && 0 <= p && p <= 1, "k of n, and a probability");
  if (p == 0) return {1.0, k == 0 ? 1.0 : 0.0};
  if (p == 1) return {k == n ? 1.0 : 0.0, 1.0};
  const auto count = static_cast<double>(n);
  const double odds = p / (1.0 - p);
  const std::size_t mode = std::min(n, static_cast<std::size_t>((count + 1.0) * p));
  Sums sums;
  sums.add(mode, k, 1.0);
  double weight = 1.0;
  for (std::size_t j = mode; j > 0; --j) {
    const auto x = static_cast<double>(j);
    weight *= x / (count - x + 1.0) / odds;
    sums.add(j - 1, k, weight);
    if (is_spent(weight, j - 1 <= k, sums.at + sums.below)) break;
  }
  weight = 1.0;
  for (std::size_t j = mode; j < n; ++j) {
    const auto x = static_cast<double>(j);
    weight *= (count - x) / (x + 1.0) * odds;
    sums.add(j + 1, k, weight);
    if (is_spent(weight, j + 1 >= k, sums.at + sums.above)) break;
  }
  const double total = sums.below + sums.at + sums.above;
  return {(sums.below + sums.at) / total, (sums.at + sums.above) / total};
}

}  // namespace montecopter::statistics
