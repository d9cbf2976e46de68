#pragma once
/// Standard error and confidence interval of the mean of a metric.

#include <cstdint>
#include <functional>
#include <span>

#include "results/summarise/statistics.hpp"

namespace montecopter {

/// Standard error of a mean, and its 95 % confidence interval by Student's t. NaN where unknown.
struct MeanInterval {
  double se = stored_nan;
  double low = stored_nan, high = stored_nan;
  double half_width = stored_nan;
};

/// Interval of independent samples: mean +- t(n - 1, 97.5 %) se; none for fewer than two values. It
/// is exact for normal values, and approximate for many values of any distribution with a variance.
MeanInterval mean_interval(const StatisticsRow& row);

/// A value of a sample, and the number of the sample within its point.
struct NumberedValue {
  std::int64_t number = 0;
  double value = 0;
};

/// Interval for a design that was repeated R times, sample i in repetition i mod R. It is
/// mean +- t(R - 1, 97.5 %) se, where se^2 = sum of (m_r - their mean)^2 / (R (R - 1)) over the
/// means m_r of the repetitions. The m_r are independent but not normal, so that the interval is
/// approximate. Sources: Owen, Monte Carlo theory, methods and examples (2013), section 17.5;
/// McKay, Beckman & Conover, Technometrics 21 (1979) 239. NaN are left out; there is no interval if
/// a repetition has no value.
MeanInterval replicate_interval(double mean, std::span<const NumberedValue> values,
                                std::int64_t replicates);

/// Takes values, none of them NaN, in pieces.
using TakeNumbered = std::function<void(std::span<const NumberedValue>)>;
/// Passes on all numbered values at each call; below, `most` is an upper bound of their number.
using NumberedValues = std::function<void(const TakeNumbered&)>;
MeanInterval replicate_interval(double mean, std::int64_t most, const NumberedValues& values,
                                std::int64_t replicates);

/// True if the values are so few for their skewness that the interval covers the mean in less than
/// 94 % of all cases: n < 25 G1^2. Cochran, Sampling Techniques, 3rd ed. (1977), section 2.15.
bool is_skewed(const StatisticsRow& row);

}  // namespace montecopter
