#pragma once
/// Uncertainty of a statistic, by computing it again from parts of the same samples.
///
/// * The bootstrap (Efron, Annals of Statistics 7 (1979) 1) draws n of n samples with replacement.
///   It suits smooth functions of the ranks and of the distribution.
/// * Subsampling (Politis & Romano, Annals of Statistics 22 (1994) 2031) draws m of n without
///   replacement. Statistics of neighbours in the order of another variable need it. The bootstrap
///   makes a sample its own neighbour in 37 % of all pairs, so they come out too large. See Lin &
///   Han, On the failure of the bootstrap for Chatterjee's rank correlation, Biometrika 111 (2024)
///   1063. Dalitz, Arning & Goebbels (arXiv 2312.15496) subsample Chatterjee's coefficient so.
///
/// Draws are made of the words of a generator that the standard fixes, so that the same samples
/// have the same intervals everywhere.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/statistics/interval.hpp"
#include "core/statistics/ordered_values.hpp"

namespace montecopter::statistics {

class Resampler {
 public:
  explicit Resampler(std::uint64_t seed) : words_(seed) {}

  /// n of n with replacement.
  Counts with_replacement(std::size_t n);
  /// m of n without replacement, m <= n.
  Counts without_replacement(std::size_t n, std::size_t m);
  /// All orders are equally probable (Fisher & Yates).
  void shuffle(std::span<std::uint32_t> values);

 private:
  /// Whole number in [0, n), n > 0, all equally probable.
  std::uint64_t below(std::uint64_t n);

  std::mt19937_64 words_;
};

/// A statistic and the interval that it is known to lie in; NaN what does not exist.
struct Estimate {
  double value = 0;
  Interval interval;
};

/// Interval from the (1 - confidence) / 2 quantile of bootstrap replicates to the one as far from
/// the top (Efron's percentile interval). Replicates without a value (NaN) are left out; if more
/// than half have none, both ends are NaN. Approximate, the better the more samples there are.
Interval percentile_interval(std::vector<double> replicates, double confidence);

/// Size of a subset of n samples in subsampling: n^(2/3), rounded up. It has to grow with n but
/// slower. For n pairs of neighbours with independent noise, the scaled variance of subsets of m =
/// p n is too large by the factor (2 + p) / (2 - p). It is 1.22 at n = 125, 1.11 at 1000, 1.05 at
/// 10000, which is on the safe side.
std::size_t subset_size(std::size_t n);

/// Interval value +- z sqrt(m / (n - m)) sd, with the standard deviation sd of replicates from
/// subsets of m, and the normal quantile z. The variance of m of n drawn without replacement is 1/m
/// - 1/n, the required one is 1/n. The deviation is taken about the mean of the replicates and not
/// about the value: statistics of few samples have a bias that statistics of many do not. NaN as
/// above. For statistics that are asymptotically normal.
Interval subsampling_interval(double value, std::span<const double> replicates, std::size_t n,
                              std::size_t m, double confidence);

}  // namespace montecopter::statistics
