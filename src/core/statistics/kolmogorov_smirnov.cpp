#include "core/statistics/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"

namespace montecopter::statistics {
namespace {

using std::numbers::pi;
/// About 0.2 s where the distance is large, and much less where it is not.
constexpr double most_exact_pairs = 1e8;

/// The largest |F_a - F_b| in units of 1 / (n_a n_b): both are looked at behind all values that are
/// equal.
std::uint64_t largest_distance(std::span<const double> a, std::span<const double> b) {
  std::uint64_t largest = 0;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] == x) ++i;
    while (j < b.size() && b[j] == x) ++j;
    const std::uint64_t of_a = i * b.size(), of_b = j * a.size();
    largest = std::max(largest, of_a > of_b ? of_a - of_b : of_b - of_a);
  }
  return largest;
}

double asymptotic_tail(double n_a, double n_b, double distance) {
  const double root = std::sqrt(n_a / (n_a + n_b) * n_b);
  return kolmogorov_tail((root + 0.12 + 0.11 / root) * distance);
}

/// For how many i of the first s values in set A the distance is below the given one: from `first`
/// to `last`, both included; none if first > last.
struct Inside {
  std::uint64_t first, last;
};

Inside inside(std::uint64_t s, std::uint64_t n_a, std::uint64_t n_b, std::uint64_t distance) {
  // |i n_b - (s - i) n_a| = |i (n_a + n_b) - s n_a| < distance
  const std::uint64_t all = n_a + n_b, middle = s * n_a;
  Inside out{s > n_b ? s - n_b : 0, std::min({s, n_a, (middle + distance - 1) / all})};
  if (middle >= distance) out.first = std::max(out.first, (middle - distance) / all + 1);
  return out;
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

/// All orders of the values are equally likely. So, if i of the first s are of A, the last of them
/// is one of A with probability i / s. With p(s, i) for "the distance has been reached",
///
///   p(s, i) = i / s p(s - 1, i - 1) + (s - i) / s p(s - 1, i),
///
/// and 1 where i itself is that far away.
double distance_tail(std::size_t n_a, std::size_t n_b, std::uint64_t distance) {
  expects(n_a > 0 && n_b > 0, "values of both");
  if (distance == 0) return 1;
  if (n_a > n_b) std::swap(n_a, n_b);
  std::vector<double> reached(n_a + 2, 1.0);  // p(s, i) at i + 1
  reached[1] = 0;
  std::uint64_t first = 0;
  for (std::uint64_t s = 1; s <= n_a + n_b; ++s) {
    const Inside inner = inside(s, n_a, n_b, distance);
    const auto count = static_cast<double>(s);
    for (std::uint64_t i = inner.last + 1; i-- > inner.first;) {
      const auto of_a = static_cast<double>(i);
      reached[i + 1] = (of_a * reached[i] + (count - of_a) * reached[i + 1]) / count;
    }
    for (; first < inner.first; ++first) reached[first + 1] = 1;
  }
  return reached[n_a + 1];
}

KolmogorovSmirnov kolmogorov_smirnov(std::span<const double> a, std::span<const double> b) {
  expects(!a.empty() && !b.empty(), "values of both");
  const auto n_a = static_cast<double>(a.size()), n_b = static_cast<double>(b.size());
  const std::uint64_t distance = largest_distance(a, b);
  KolmogorovSmirnov out;
  out.distance = static_cast<double>(distance) / (n_a * n_b);
  out.is_exact = n_a * n_b <= most_exact_pairs;
  out.p_value = out.is_exact ? distance_tail(a.size(), b.size(), distance)
                             : asymptotic_tail(n_a, n_b, out.distance);
  return out;
}

}  // namespace montecopter::statistics
