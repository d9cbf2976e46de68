#include "core/statistics/resampling.hpp"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/contract.hpp"
#include "core/statistics/boost_policy.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// Type 7 of Hyndman and Fan, as all quantiles here.
double quantile(const std::vector<double>& ascending, double p) {
  const double h = p * static_cast<double>(ascending.size() - 1);
  const auto k = static_cast<std::size_t>(h);
  if (k + 1 >= ascending.size()) return ascending.back();
  return ascending[k] + (h - std::floor(h)) * (ascending[k + 1] - ascending[k]);
}

std::vector<double> those_that_are(std::span<const double> replicates) {
  std::vector<double> known;
  std::copy_if(replicates.begin(), replicates.end(), std::back_inserter(known),
               [](double x) { return !std::isnan(x); });
  return known;
}

bool are_enough(std::size_t known, std::size_t all) { return known >= 2 && 2 * known >= all; }

}  // namespace

std::uint64_t Resampler::below(std::uint64_t n) {
  expects(n > 0, "a number to choose");
  // As many low bits as n - 1 has, again and again until they are one of the n numbers.
  const std::uint64_t mask = std::bit_ceil(n) - 1;
  while (true) {
    const std::uint64_t word = words_() & mask;
    if (word < n) return word;
  }
}

Counts Resampler::with_replacement(std::size_t n) {
  Counts counts(n, 0);
  for (std::size_t i = 0; i < n; ++i) ++counts[below(n)];
  return counts;
}

Counts Resampler::without_replacement(std::size_t n, std::size_t m) {
  expects(m <= n, "no more than there are");
  // Algorithm S's shorter sibling, by Floyd (Communications of the ACM 30 (1987) 754).
  Counts counts(n, 0);
  for (std::size_t last = n - m; last < n; ++last) {
    const std::uint64_t drawn = below(last + 1);
    ++counts[counts[drawn] == 0 ? drawn : last];
  }
  return counts;
}

void Resampler::shuffle(std::span<std::uint32_t> values) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[below(left)]);
  }
}

Interval percentile_interval(std::vector<double> replicates, double confidence) {
  std::vector<double> known = those_that_are(replicates);
  if (!are_enough(known.size(), replicates.size())) return {nan, nan};
  std::sort(known.begin(), known.end());
  const double tail = 0.5 * (1 - confidence);
  return {quantile(known, tail), quantile(known, 1 - tail)};
}

std::size_t subset_size(std::size_t n) {
  // cbrt(1000) may be 10 or a bit more; no harm is done by 101.
  const auto m = static_cast<std::size_t>(std::ceil(std::pow(static_cast<double>(n), 2.0 / 3)));
  return std::min(m, n);
}

Interval subsampling_interval(double value, std::span<const double> replicates, std::size_t n,
                              std::size_t m, double confidence) {
  expects(0 < m && m < n, "a part of the samples");
  const std::vector<double> known = those_that_are(replicates);
  if (std::isnan(value) || !are_enough(known.size(), replicates.size())) return {nan, nan};
  const auto count = static_cast<double>(known.size());
  const double mean = std::accumulate(known.begin(), known.end(), 0.0) / count;
  double squares = 0;
  for (const double x : known) squares += (x - mean) * (x - mean);
  const double sd = std::sqrt(squares / (count - 1));
  using Normal = boost::math::normal_distribution<double, OwnDigits>;
  const double z = boost::math::quantile(Normal(), 0.5 + 0.5 * confidence);
  const double half = z * sd * std::sqrt(static_cast<double>(m) / static_cast<double>(n - m));
  return {value - half, value + half};
}

}  // namespace montecopter::statistics
