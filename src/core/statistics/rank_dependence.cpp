#include "core/statistics/rank_dependence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/contract.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// Values less their mean, in units of the largest of them: their squares neither overflow nor
/// cancel. Empty if all are equal.
std::vector<double> centred(std::span<const double> values) {
  double largest = 0;
  for (const double y : values) largest = std::max(largest, std::abs(y));
  if (largest == 0) return {};
  double sum = 0;
  for (const double y : values) sum += y / largest;
  const double mean = sum / static_cast<double>(values.size());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) return {};
  std::vector<double> out;
  for (const double y : values) out.push_back(y / largest - mean);
  return out;
}

}  // namespace

void find_places(const OrderedValues& of, std::span<const std::uint32_t> sequence,
                 std::vector<Placed>& places) {
  places.resize(of.size());
  const auto n = static_cast<std::uint32_t>(sequence.size());
  for (std::uint32_t first = 0, end = 0; first < n; first = end) {
    while (end < n && of.values[sequence[end]] == of.values[sequence[first]]) ++end;
    for (std::uint32_t k = first; k < end; ++k) places[sequence[k]] = {end, n - first};
  }
}

double chatterjee_xi(std::span<const Placed> outputs) {
  const auto n = static_cast<double>(outputs.size());
  double steps = 0, spread = 0, before = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double at_most = outputs[i].at_most, at_least = outputs[i].at_least;
    spread += at_least * (n - at_least);
    if (i > 0) steps += std::abs(at_most - before);
    before = at_most;
  }
  return spread > 0 ? 1 - n * steps / (2 * spread) : nan;
}

double chatterjee_xi(std::span<const double> outputs) {
  const OrderedValues values = ordered({outputs.begin(), outputs.end()});
  std::vector<Placed> places;
  find_places(values, values.order, places);
  return chatterjee_xi(places);
}

double first_order_index(std::span<const double> outputs) {
  const std::vector<double> y = centred(outputs);
  if (y.empty()) return nan;
  double steps = 0, squares = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (i > 0) steps += (y[i] - y[i - 1]) * (y[i] - y[i - 1]);
    squares += y[i] * y[i];
  }
  return 1 - 0.5 * steps / squares;
}

double p_of_first_order(double index_of_ranks, std::size_t n) {
  expects(n >= 3, "three samples");
  if (std::isnan(index_of_ranks)) return 1;
  const auto size = static_cast<double>(n);
  const double variance = (size - 2) * (5 * size * size - 2 * size - 9) /
                          (5 * size * (size + 1) * (size - 1) * (size - 1));
  return 0.5 * std::erfc(index_of_ranks / std::sqrt(2 * variance));
}

}  // namespace montecopter::statistics
