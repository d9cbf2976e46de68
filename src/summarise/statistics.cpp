#include "summarise/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "base/contract.hpp"
#include "inference/quantile_ranks.hpp"

namespace montecopter {
namespace {

/// A power of two that brings `largest` to the order of 1, so that no power of a deviation
/// overflows or vanishes. Scaling by it is exact.
double exact_scale(double largest) {
  return std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
}

/// Skewness and kurtosis from the scaled deviations z = scale * (x - mean), which add up to zero.
template <class Z>
void add_shape(std::span<const double> values, double sum2, const Z& z, SampleMoments& m) {
  const auto n = static_cast<double>(values.size());
  const double m2 = sum2 / n;
  if (n >= 3) {
    const double m3 = tree_sum(values, [&](double x) { return z(x) * z(x) * z(x); }) / n;
    m.skewness = std::sqrt(n * (n - 1.0)) / (n - 2.0) * (m3 / (m2 * std::sqrt(m2)));
  }
  if (n >= 4) {
    const auto fourth = [&](double x) { return (z(x) * z(x)) * (z(x) * z(x)); };
    const double g2 = tree_sum(values, fourth) / n / (m2 * m2) - 3.0;
    m.kurtosis = (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1.0) * g2 + 6.0);
  }
}

/// Infinite values make NaNs whose sign depends on the machine; the stored NaN is a constant.
double with_stored_nan(double x) { return std::isnan(x) ? stored_nan : x; }

void put_quantiles(std::span<const double> ascending, StatisticsRow& row) {
  const auto bound = [&](std::size_t rank) { return rank == 0 ? stored_nan : ascending[rank - 1]; };
  for (std::size_t k = 0; k < quantiles.size(); ++k) {
    const inference::QuantileRanks ranks =
        inference::quantile_ranks(ascending.size(), quantiles[k].p);
    const std::size_t at = statistic("q01") + 3 * k;
    row[at] = quantile_type7(ascending, quantiles[k].p);
    row[at + 1] = bound(ranks.low);
    row[at + 2] = bound(ranks.high);
  }
}

static_assert([] {
  for (std::size_t k = 0; k < quantiles.size(); ++k) {
    if (statistics[statistic("q01") + 3 * k] != quantiles[k].name) return false;
  }
  return true;
}());

}  // namespace

double tree_sum(std::span<const double> values) {
  return tree_sum(values, [](double x) { return x; });
}

SampleMoments moments(std::span<const double> values) {
  SampleMoments m;
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return m;
  double mean = tree_sum(values) / n;
  // What rounding the sum took away, added again: the mean of equal numbers is that number.
  if (std::isfinite(mean)) mean += tree_sum(values, [&](double x) { return x - mean; }) / n;
  m.mean = with_stored_nan(mean);
  double largest = 0.0;
  for (const double x : values) largest = std::max(largest, std::abs(x - mean));
  if (values.size() < 2 || !std::isfinite(mean) || !std::isfinite(largest)) return m;
  m.sd = m.se = 0.0;
  if (largest == 0.0) return m;
  const double scale = exact_scale(largest);
  const auto z = [&](double x) { return (x - mean) * scale; };
  const double sum2 = tree_sum(values, [&](double x) { return z(x) * z(x); });
  m.sd = std::sqrt(sum2 / (n - 1.0)) / scale;
  m.se = m.sd / std::sqrt(n);
  add_shape(values, sum2, z, m);
  return m;
}

void sort_ascending(std::vector<double>& values) {
  std::sort(values.begin(), values.end(), [](double x, double y) {
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  });
}

double quantile_type7(std::span<const double> ascending, double p) {
  expects(!ascending.empty() && std::is_sorted(ascending.begin(), ascending.end()),
          "ascending values, one at least");
  expects(0 <= p && p <= 1, "a probability");
  const double h = static_cast<double>(ascending.size() - 1) * p;
  const auto below = static_cast<std::size_t>(h);
  if (below + 1 >= ascending.size()) return ascending.back();
  const double low = ascending[below], high = ascending[below + 1];
  const double share = h - static_cast<double>(below);
  // From minus infinity no share leads away, and between equal infinities there is no way.
  if (share == 0.0 || low == high || std::isinf(low)) return low;
  return std::fma(share, high - low, low);
}

StatisticsRow summarise_values(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  StatisticsRow row;
  row.fill(stored_nan);
  row[statistic("n")] = static_cast<double>(values.size());
  if (values.empty()) return row;
  const SampleMoments m = moments(values);
  row[statistic("mean")] = m.mean;
  row[statistic("se")] = m.se;
  row[statistic("sd")] = m.sd;
  row[statistic("skewness")] = with_stored_nan(m.skewness);
  row[statistic("kurtosis")] = with_stored_nan(m.kurtosis);
  sort_ascending(values);
  row[statistic("min")] = values.front();
  put_quantiles(values, row);
  row[statistic("max")] = values.back();
  return row;
}

}  // namespace montecopter
