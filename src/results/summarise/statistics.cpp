#include "results/summarise/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/quantile_ranks.hpp"

namespace montecopter {
namespace {

/// A power of two that brings `largest` to the order of 1, so that powers of deviations neither
/// overflow nor underflow. Scaling by it is exact.
double exact_scale(double largest) {
  return std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
}

/// Infinite values make NaNs whose sign depends on the machine; the stored NaN is a constant.
double with_stored_nan(double x) { return std::isnan(x) ? stored_nan : x; }

/// The moments of values, computed in three passes.
class Moments {
 public:
  void take_first(std::span<const double> values) {
    if (values.empty()) return;
    count_ += values.size();
    sum_.add(values, [](double x) { return x; });
    const LeastAndLargest of = extremes_of(values);
    least_ = std::min(least_, ordered_bits(of.least));
    largest_ = std::max(largest_, ordered_bits(of.largest));
  }
  /// Repeats the sum by again(take) if the values are finite but their sum is not. It uses a larger
  /// unit, in which no possible number of values overflows.
  template <class Again>
  void end_first(const Again& again) {
    mean_ = sum_.sum() / n();
    if (std::isfinite(mean_) || !std::isfinite(least()) || !std::isfinite(largest())) return;
    unit_ = 0x1p-64;
    TreeSum sum;
    again([&](std::span<const double> values) {
      sum.add(values, [unit = unit_](double x) { return x * unit; });
    });
    // Rounding may carry the mean beyond the largest value.
    mean_ = std::clamp(sum.sum() / n() / unit_, least(), largest());
  }

  std::uint64_t count() const { return count_; }
  double least() const { return from_ordered_bits(least_); }
  double largest() const { return from_ordered_bits(largest_); }

  void take_second(std::span<const double> values) {
    if (!std::isfinite(mean_)) return;
    rest_.add(values, [mean = mean_ * unit_, unit = unit_](double x) { return x * unit - mean; });
  }
  void end_second() {
    // Adds the rounding error of the sum again: the mean of equal numbers is that number.
    if (std::isfinite(mean_)) {
      mean_ = unit_ == 1.0 ? mean_ + rest_.sum() / n()
                           : std::clamp(mean_ + rest_.sum() / n() / unit_, least(), largest());
    }
    // Rounding keeps the order: the largest deviation belongs to the least or the largest value.
    const double deviation = std::max(std::abs(least() - mean_), std::abs(largest() - mean_));
    has_spread_ = count_ >= 2 && std::isfinite(mean_) && std::isfinite(deviation);
    is_spread_ = has_spread_ && deviation > 0.0;
    if (is_spread_) scale_ = exact_scale(deviation);
  }

  void take_third(std::span<const double> values) {
    if (!is_spread_) return;
    constexpr std::size_t piece = 1024;  // in the first cache for all three sums
    for (std::size_t at = 0; at < values.size(); at += piece) {
      const auto some = values.subspan(at, std::min(piece, values.size() - at));
      take_spread(some);
      add_powers(sum3_, some, [](double z) { return z * z * z; });
      add_powers(sum4_, some, [](double z) { return (z * z) * (z * z); });
    }
  }

  void take_spread(std::span<const double> values) {
    if (is_spread_) add_powers(sum2_, values, [](double z) { return z * z; });
  }

  SampleMoments spread() const {
    SampleMoments m;
    m.mean = with_stored_nan(mean_);
    if (has_spread_) m.sd = m.se = 0.0;
    if (!is_spread_) return m;
    m.sd = std::sqrt(sum2_.sum() / (n() - 1.0)) / scale_;
    m.se = m.sd / std::sqrt(n());
    return m;
  }

  SampleMoments result() const {
    SampleMoments m = spread();
    if (is_spread_) add_shape(m);
    return m;
  }

 private:
  double n() const { return static_cast<double>(count_); }

  /// Adds powers of scaled deviations.
  template <class Power>
  void add_powers(TreeSum& sum, std::span<const double> values, const Power& power) const {
    sum.add(values,
            [mean = mean_, scale = scale_, power](double x) { return power((x - mean) * scale); });
  }

  /// Skewness and kurtosis from the scaled deviations z = scale * (x - mean), which add up to zero.
  void add_shape(SampleMoments& m) const {
    const double m2 = sum2_.sum() / n();
    if (count_ >= 3) {
      const double m3 = sum3_.sum() / n();
      m.skewness = std::sqrt(n() * (n() - 1.0)) / (n() - 2.0) * (m3 / (m2 * std::sqrt(m2)));
    }
    if (count_ >= 4) {
      const double g2 = sum4_.sum() / n() / (m2 * m2) - 3.0;
      m.kurtosis = (n() - 1.0) / ((n() - 2.0) * (n() - 3.0)) * ((n() + 1.0) * g2 + 6.0);
    }
  }

  std::uint64_t count_ = 0;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max(), largest_ = 0;
  TreeSum sum_, rest_, sum2_, sum3_, sum4_;
  double mean_ = stored_nan, scale_ = 1.0;
  double unit_ = 1.0;  ///< unit of the sums of values and of their rounding errors
  bool has_spread_ = false, is_spread_ = false;
};

/// Writes the quantiles and their bounds; `at` gives the order statistic of a rank, from 0.
template <class At>
void put_quantiles(std::uint64_t count, const At& at, StatisticsRow& row) {
  const auto bound = [&](std::size_t rank) { return rank == 0 ? stored_nan : at(rank - 1); };
  for (std::size_t k = 0; k < summary_quantiles.size(); ++k) {
    const statistics::QuantileRanks ranks =
        statistics::quantile_ranks(count, summary_quantiles[k].p);
    const std::size_t place = statistic("q01") + 3 * k;
    row[place] = quantile_type7(count, summary_quantiles[k].p, at);
    row[place + 1] = bound(ranks.low);
    row[place + 2] = bound(ranks.high);
  }
}

/// The ranks that put_quantiles() asks for.
std::vector<std::uint64_t> quantile_ranks_of(std::uint64_t count) {
  std::vector<std::uint64_t> ranks;
  StatisticsRow unused;
  const auto note = [&](std::uint64_t rank) {
    ranks.push_back(rank);
    return static_cast<double>(ranks.size());  // different numbers, so that no rank is skipped
  };
  put_quantiles(count, note, unused);
  return ranks;
}

static_assert([] {
  for (std::size_t k = 0; k < summary_quantiles.size(); ++k) {
    if (statistic_names[statistic("q01") + 3 * k] != summary_quantiles[k].name) return false;
  }
  return true;
}());

}  // namespace

SampleMoments moments(std::span<const double> values) {
  if (values.empty()) return {};
  Moments of;
  of.take_first(values);
  of.end_first([&](const auto& take) { take(values); });
  of.take_second(values);
  of.end_second();
  of.take_third(values);
  return of.result();
}

MeanAndSpread spread_of(std::span<const double> values) {
  expects(!values.empty(), "one number at least");
  Moments of;
  of.take_first(values);
  of.end_first([&](const auto& take) { take(values); });
  of.take_second(values);
  of.end_second();
  of.take_spread(values);
  const SampleMoments m = of.spread();
  return {{of.least(), of.largest()}, m.mean, m.sd};
}

SampleMoments moments(const Values& values) {
  Moments of;
  values([&](std::span<const double> piece) { of.take_first(piece); });
  if (of.count() == 0) return {};
  of.end_first(values);
  values([&](std::span<const double> piece) { of.take_second(piece); });
  of.end_second();
  values([&](std::span<const double> piece) { of.take_third(piece); });
  return of.result();
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
  return quantile_type7(ascending.size(), p, [&](std::uint64_t rank) { return ascending[rank]; });
}

StatisticsRow summarise_values(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return statistics_of([&](const TakeValues& take) { take(values); });
}

StatisticsRow statistics_of(const Values& values) {
  StatisticsRow row;
  row.fill(stored_nan);
  Moments of;
  values([&](std::span<const double> piece) { of.take_first(piece); });
  row[statistic("n")] = static_cast<double>(of.count());
  if (of.count() == 0) return row;
  of.end_first(values);
  OrderStatistics order(quantile_ranks_of(of.count()), of.count(), of.least(), of.largest());
  // Each pass over the values serves both, because they may come from the disk.
  const auto look = [&](const TakeValues& other) {
    const bool is_known = order.is_known();
    values([&](std::span<const double> piece) {
      other(piece);
      if (!is_known) order.take(piece);
    });
    if (!is_known) order.end_look();
  };
  look([&](std::span<const double> piece) { of.take_second(piece); });
  of.end_second();
  look([&](std::span<const double> piece) { of.take_third(piece); });
  while (!order.is_known()) look([](std::span<const double>) {});
  const SampleMoments m = of.result();
  row[statistic("mean")] = m.mean;
  row[statistic("se")] = m.se;
  row[statistic("sd")] = m.sd;
  row[statistic("skewness")] = with_stored_nan(m.skewness);
  row[statistic("kurtosis")] = with_stored_nan(m.kurtosis);
  row[statistic("min")] = of.least();
  put_quantiles(
      of.count(), [&](std::uint64_t rank) { return order.at(rank); }, row);
  row[statistic("max")] = of.largest();
  return row;
}

}  // namespace montecopter
