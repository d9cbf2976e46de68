#pragma once
/// Statistics of one metric, or of one pass mark, over some samples of two campaigns.

#include <map>

#include "core/statistics/quantile_shift.hpp"
#include "results/compare/contrast.hpp"

namespace montecopter::compare {

/// One column of both campaigns, by row.
struct Columns {
  std::vector<double> a, b;
};

/// Bootstrap resamples, shared by all metrics with the same number of samples.
class Resamples {
 public:
  /// Resamples for `n` samples and quantile `p`; `of_b` separates the resamples of B and A.
  const statistics::QuantileResamples& get(std::size_t n, double p, bool of_b);

 private:
  std::map<std::tuple<std::size_t, double, bool>, statistics::QuantileResamples> known_;
};

/// Compares pairs of samples with status ok and a number in both campaigns.
void measure_pairs(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values);

/// Compares unpaired samples with status ok and a number.
void measure_apart(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values, Resamples& resamples);

/// Counts samples that pass: marks are 1 where a sample passed; only flown samples count.
void count_passed(PassContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                  bool is_paired, const Columns& marks);

}  // namespace montecopter::compare
