#include "core/statistics/quantile_shift.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <random>

#include "core/base/contract.hpp"
#include "core/statistics/boost_policy.hpp"

namespace montecopter::statistics {
namespace {

/// Uniform number in (0, 1), from the upper 53 bits of the words of the generator, which the
/// standard fixes.
double uniform(std::mt19937_64& words) {
  return (static_cast<double>(words() >> 11) + 0.5) * 0x1p-53;
}

}  // namespace

QuantileResamples::QuantileResamples(std::size_t n, double p, std::size_t sets,
                                     std::uint64_t seed) {
  expects(n >= 1 && 0 < p && p < 1, "values and a probability");
  const auto count = static_cast<double>(n);
  const double position = p * (count - 1);
  const double below = std::floor(position);
  fraction_ = position - below;
  const auto rank_of = [&](double u) {
    return std::min(n - 1, static_cast<std::size_t>(count * u));
  };
  std::mt19937_64 words(seed);
  for (std::size_t i = 0; i < sets; ++i) {
    // U(k), k = below + 1, and what U(k + 1) adds: the least of the n - k numbers above it.
    const double u = uniform(words), v = uniform(words);
    const double low = boost::math::ibeta_inv(below + 1, count - below, u, OwnDigits{});
    const double left = count - below - 1;
    const double high = left > 0 ? low + (1 - low) * -std::expm1(std::log(v) / left) : low;
    sets_.push_back({rank_of(low), rank_of(high)});
  }
}

std::vector<double> QuantileResamples::of(std::span<const double> ascending) const {
  std::vector<double> quantiles;
  quantiles.reserve(sets_.size());
  for (const Neighbours& set : sets_) {
    const double low = ascending[set.low], high = ascending[set.high];
    quantiles.push_back(low == high ? low : low + fraction_ * (high - low));
  }
  return quantiles;
}

Interval percentile_interval(std::span<const double> a, std::span<const double> b,
                             double confidence) {
  expects(a.size() == b.size() && !a.empty(), "equally many sets of both");
  std::vector<double> shifts;
  for (std::size_t i = 0; i < a.size(); ++i) shifts.push_back(b[i] - a[i]);
  std::sort(shifts.begin(), shifts.end());
  // From 1999 sets the 50th from either end is taken (95 %): Davison & Hinkley, Bootstrap Methods
  // and their Application (1997), section 5.3.
  const auto sets = static_cast<double>(shifts.size());
  const double rank = std::max(1.0, std::round((sets + 1) * (1 - confidence) / 2));
  const auto k = std::min(static_cast<std::size_t>(rank), shifts.size());
  return {shifts[k - 1], shifts[shifts.size() - k]};
}

}  // namespace montecopter::statistics
