#include "summarise/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace montecopter {

double tree_sum(std::span<const double> values) {
  if (values.empty()) return 0.0;
  if (values.size() == 1) return values[0];
  // The left part is the largest power of two below the size: appending samples keeps old nodes.
  std::size_t left = 1;
  while (2 * left < values.size()) left *= 2;
  return tree_sum(values.first(left)) + tree_sum(values.subspan(left));
}

double quantile_type7(std::span<const double> ascending, double p) {
  const double h = static_cast<double>(ascending.size() - 1) * p;
  const auto below = static_cast<std::size_t>(h);
  if (below + 1 >= ascending.size()) return ascending.back();
  return std::fma(h - static_cast<double>(below), ascending[below + 1] - ascending[below],
                  ascending[below]);
}

StatisticsRow summarise_values(std::vector<double> values) {
  StatisticsRow row;
  row.fill(stored_nan);
  const std::size_t n = values.size();
  row[0] = static_cast<double>(n);
  if (n == 0) return row;
  row[1] = tree_sum(values) / static_cast<double>(n);
  std::vector<double> squares(values);
  for (double& x : squares) x = (x - row[1]) * (x - row[1]);
  if (n > 1) row[2] = std::sqrt(tree_sum(squares) / static_cast<double>(n - 1));
  // -0 before +0: equal numbers, but not equal bits.
  std::sort(values.begin(), values.end(), [](double x, double y) {
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  });
  row[3] = values.front();
  static constexpr double probabilities[] = {0.05, 0.25, 0.5, 0.75, 0.95};
  for (std::size_t k = 0; k < 5; ++k) row[4 + k] = quantile_type7(values, probabilities[k]);
  row[9] = values.back();
  // Infinite values make NaNs whose sign depends on the machine; the stored NaN is a constant.
  for (double& x : row) {
    if (std::isnan(x)) x = stored_nan;
  }
  return row;
}

}  // namespace montecopter
