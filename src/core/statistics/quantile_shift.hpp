#pragma once
/// Difference between a quantile of one set of samples and of another, by the bootstrap: Efron,
/// Annals of Statistics 7 (1979) 1. Approximate. For display: the last bits depend on the C
/// library.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/statistics/interval.hpp"

namespace montecopter::statistics {

/// The p-quantile of sets of n values, drawn with replacement from n values: between which two of
/// the values in ascending order it lies. Depends on n, p and the seed only, so that it serves all
/// metrics of a campaign.
class QuantileResamples {
 public:
  /// Resamples for n >= 1, 0 < p < 1. The order statistic k of n values drawn with replacement is
  /// the value of rank floor(n U(k)). Here U(k) is the order statistic of n uniform numbers, which
  /// is distributed as beta(k, n + 1 - k). So none of the sets has to be drawn.
  QuantileResamples(std::size_t n, double p, std::size_t sets, std::uint64_t seed);

  /// The quantile (type 7 of Hyndman & Fan, American Statistician 50 (1996) 361) of each set.
  std::vector<double> of(std::span<const double> ascending) const;

 private:
  struct Neighbours {
    std::size_t low, high;
  };
  std::vector<Neighbours> sets_;
  double fraction_ = 0;  ///< of the way from low to high
};

/// Percentile interval of the difference b - a of two sets of quantiles, of equal number.
Interval percentile_interval(std::span<const double> a, std::span<const double> b,
                             double confidence);

}  // namespace montecopter::statistics
