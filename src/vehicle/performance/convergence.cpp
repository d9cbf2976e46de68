#include "vehicle/performance/convergence.hpp"

#include <cmath>
#include <limits>

namespace montecopter {
namespace {

/// Order at a discontinuity; slower convergence does not count.
constexpr double least_order = 0.5;

}  // namespace

Convergence extrapolate(const std::vector<double>& differences, double expected_order,
                        double floor) {
  const std::size_t n = differences.size();
  Convergence c;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const double longer = differences[k], shorter = differences[k + 1];
    const bool is_seen = std::isfinite(longer) && longer > floor && shorter > floor;
    c.orders.push_back(is_seen ? std::log2(longer / shorter)
                               : std::numeric_limits<double>::quiet_NaN());
  }
  double order = expected_order, last = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (k < c.orders.size() && !std::isnan(c.orders[k])) {
      order = std::fmax(c.orders[k], least_order);
    }
    c.errors.push_back(differences[k] / (1 - std::exp2(-order)));
    last = differences[k] / (std::exp2(order) - 1);
  }
  c.errors.push_back(last);
  return c;
}

std::optional<std::size_t> longest_reliable(const std::vector<bool>& is_good) {
  std::size_t first = is_good.size();
  while (first > 0 && is_good[first - 1]) --first;
  return first < is_good.size() ? std::optional(first) : std::nullopt;
}

}  // namespace montecopter
