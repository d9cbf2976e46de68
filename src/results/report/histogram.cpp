#include "results/report/histogram.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/index.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter::report {
namespace {

constexpr double most_bins = 60;

double bin_count(const std::vector<double>& ascending) {
  const double range = ascending.back() - ascending.front();
  const double quartiles = quantile_type7(ascending, 0.75) - quantile_type7(ascending, 0.25);
  const auto n = static_cast<double>(ascending.size());
  const double width = 2 * quartiles / std::cbrt(n), sturges = 1 + std::log2(n);
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
  const auto inner = std::span(out.edges).subspan(1, out.edges.size() - 2);
  for (const double value : ascending) ++out.counts[count_up_to(inner, value)];
  return out;
}

}  // namespace montecopter::report
