#include "inference/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <cmath>

#include "base/contract.hpp"

namespace montecopter::inference {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The largest |F_a - F_b|: both are looked at behind all values that are equal.
double largest_distance(std::span<const double> a, std::span<const double> b) {
  const auto na = static_cast<double>(a.size()), nb = static_cast<double>(b.size());
  double largest = 0;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    largest =
        std::max(largest, std::abs(static_cast<double>(i) / na - static_cast<double>(j) / nb));
  }
  return largest;
}

}  // namespace

double kolmogorov_tail(double x) {
  if (!(x > 0)) return 1;
  if (x < 1) {
    // The same function by the other form of the theta series, which converges fast here.
    double sum = 0;
    for (int k = 1; k < 12; k += 2) sum += std::exp(-k * k * pi * pi / (8 * x * x));
    return 1 - std::sqrt(2 * pi) / x * sum;
  }
  double sum = 0;
  for (int k = 1; k < 8; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return sum;
}

KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> a, std::span<const double> b) {
  expects(!a.empty() && !b.empty(), "values of both");
  const auto na = static_cast<double>(a.size()), nb = static_cast<double>(b.size());
  const double root = std::sqrt(na / (na + nb) * nb);
  const double distance = largest_distance(a, b);
  return {distance, kolmogorov_tail((root + 0.12 + 0.11 / root) * distance)};
}

}  // namespace montecopter::inference
