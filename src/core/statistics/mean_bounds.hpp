#pragma once
/// Uncertainty of a mean by Student's t: exact for normal values, approximate for others, the
/// better the more values there are and the less skewed they are.

#include <cstddef>

#include "core/statistics/interval.hpp"

namespace montecopter::statistics {

/// n values: their mean, and their standard deviation with n - 1.
struct MeanSummary {
  std::size_t n = 0;
  double mean = 0, sd = 0;
};

/// Quantile of Student's t with n - 1 degrees of freedom (n >= 2, 0 < p < 1). Its last bits depend
/// on the C library.
double t_quantile(double n, double p);

/// P(T <= t) and P(T >= t) of Student's T with n - 1 degrees of freedom; t may be infinite.
struct StudentTails {
  double at_most = 1, at_least = 1;
};
StudentTails t_tails(double n, double t);

/// mean +- t(n - 1, (1 + confidence) / 2) sd / sqrt(n); from -infinity to infinity for fewer than
/// two values or where mean or sd is not finite. Approximate.
Interval t_interval(const MeanSummary& values, double confidence);

/// One-sided bounds, mean -+ t(n - 1, confidence) sd / sqrt(n), each of which misses the mean in a
/// fraction 1 - confidence of all campaigns. Approximate.
Interval t_bounds(const MeanSummary& values, double confidence);

}  // namespace montecopter::statistics
