#pragma once
/// Allan deviation of recorded readings: the curve over averaging time, with confidence intervals.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/statistics/allan_record.hpp"

namespace montecopter {

/// Numbers of readings to average over, ascending, up to half of the record. Powers of two are as
/// good as independent of each other; more of them make a smoother curve, not a better known one.
std::vector<std::int64_t> octave_ladder(std::int64_t readings);
std::vector<std::int64_t> one_two_five_ladder(std::int64_t readings);
/// `per_decade` of them per decade, each once.
std::vector<std::int64_t> decade_ladder(std::int64_t readings, int per_decade);

struct AllanOptions {
  AllanEstimator estimator = AllanEstimator::overlapping;
  double confidence = 0.95;
  /// The noise for which the degrees of freedom are computed; without it, the dominating noise is
  /// identified at each averaging time.
  std::optional<NoiseModel> noise = {};
};

/// One averaging time of a curve.
struct AllanPoint {
  std::int64_t m = 0;  ///< readings in an average
  double tau_s = 0;
  double deviation = 0;
  std::int64_t terms = 0;
  double present = 0;        ///< readings in an average that are not missing
  double edf = 0;            ///< equivalent degrees of freedom
  double low = 0, high = 0;  ///< confidence interval of the deviation

  double variance() const { return deviation * deviation; }
};

struct AllanCurve {
  AllanOptions options;
  double period_s = 0;
  std::int64_t readings = 0, missing = 0;
  std::vector<AllanPoint> points;  ///< ascending; averages of which no two exist are left out
};

AllanCurve allan_curve(const AllanRecord& record, std::span<const std::int64_t> ladder,
                       const AllanOptions& options = {});

}  // namespace montecopter
