#pragma once
/// One metric, or one mark of passing, of some samples of two campaigns.

#include <map>

#include "core/statistics/quantile_shift.hpp"
#include "results/compare/contrast.hpp"

namespace montecopter::compare {

/// The column of both, by row.
struct Columns {
  std::vector<double> a, b;
};

/// Bootstrap sets, which all metrics of as many samples share.
class Resamples {
 public:
  /// `of_b` distinguishes the sets of B from those of A.
  const statistics::QuantileResamples& get(std::size_t n, double p, bool of_b);

 private:
  std::map<std::tuple<std::size_t, double, bool>, statistics::QuantileResamples> known_;
};

/// Pairs of samples that are ok in both and have a number in both.
void measure_pairs(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values);

/// Samples that are ok and have a number.
void measure_apart(MetricContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                   const Columns& values, Resamples& resamples);

/// Marks are 1 where a sample passed; only samples that were flown count.
void count_passed(PassContrast& out, const Campaign& a, const Campaign& b, PointPair point,
                  bool is_paired, const Columns& marks);

}  // namespace montecopter::compare
