#include "results/report/histogram.hpp"

#include <algorithm>
#include <cmath>

#include "results/summarise/statistics.hpp"

namespace montecopter::report {
namespace {

constexpr double most_bins = 60;

double bin_count(const std::vector<double>& ascending) {
  const double range = ascending.back() - ascending.front();
  const double quartiles = quantile_type7(ascending, 0.75) - quantile_type7(ascending, 0.25);
  const double width = 2 * quartiles / std::cbrt(static_cast<double>(ascending.size()));
  const double sturges = 1 + std::log2(static_cast<double>(ascending.size()));
  const double wanted = width > 0 ? range / width : sturges;
  return std::clamp(std::ceil(wanted), 5.0, most_bins);
}

}  // namespace

Histogram histogram(const std::vector<double>& ascending) {
  const double low = ascending.front(), high = ascending.back();
  Histogram out;
  if (!(high > low) || !std::isfinite(high - low)) {
    // One value, or a range that overflows: one bin around all.
    const double half = high == low ? std::max(std::abs(low), 1.0) * 0.05 : 0;
    out.edges = {low - half, high + half};
    out.counts = {static_cast<double>(ascending.size())};
    return out;
  }
  const double bins = bin_count(ascending);
  for (double k = 0; k < bins; ++k) out.edges.push_back(low + (high - low) * (k / bins));
  out.edges.push_back(high);
  out.counts.assign(out.edges.size() - 1, 0);
  for (const double value : ascending) {
    const auto above = std::upper_bound(out.edges.begin() + 1, out.edges.end() - 1, value);
    ++out.counts[static_cast<std::size_t>(above - out.edges.begin() - 1)];
  }
  return out;
}

}  // namespace montecopter::report
