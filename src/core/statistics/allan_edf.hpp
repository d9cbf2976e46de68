#pragma once
/// Uncertainty of a measured Allan variance: it is as well known as a variance from `edf`
/// independent normal values, its equivalent degrees of freedom.

#include <cstdint>
#include <vector>

#include "core/statistics/allan_theory.hpp"

namespace montecopter {

/// Neighbouring averages that are compared: side by side, or at every reading.
enum class AllanEstimator { non_overlapping, overlapping };

/// Differences between averages over m of so many readings; not positive if there are none.
std::int64_t allan_terms(std::int64_t readings, std::int64_t m, AllanEstimator estimator);

/// Covariances of the Allan variances of one record of normal noise. They follow from the model, so
/// that mixtures of noise and the effect of sampling are included. docs/allan-deviation.md has the
/// sums.
class AllanCovariance {
 public:
  AllanCovariance(const NoiseModel& model, std::int64_t readings);

  /// 2 (expectation)^2 / variance of the estimate at m, 2 m <= readings; infinity for a model
  /// without noise.
  double edf(std::int64_t m, AllanEstimator estimator) const;

  /// Covariance of the overlapping estimates at m1 and m2, divided by both expectations; 0 where
  /// one m is more than 64 times the other (below 0.3 % of correlation).
  double relative(std::int64_t m1, std::int64_t m2) const;

 private:
  double phase(double t) const;
  double phase_at(std::int64_t t) const;
  double difference(double lag, double m1, double m2) const;
  double difference_at(std::int64_t lag, std::int64_t m1, std::int64_t m2) const;
  double sum_of_squares(std::int64_t m1, std::int64_t m2) const;
  double integral_of_squares(std::int64_t m1, std::int64_t m2) const;

  std::int64_t readings_;
  double white_ = 0, walk_ = 0, flicker_ = 0;  ///< factors of |t|, |t|^3 - |t| and t^2 log |t|
  double markov_ = 0, markov_rate_ = 0, markov_slope_ = 0;
  std::vector<double> table_;  ///< phase() at 0, 1, 2, ...
};

/// Half the width of the band |measured - expected deviation| <= band around the expected one. The
/// relative standard deviation of a deviation is 1 / sqrt(2 edf).
double allan_band(double expected_deviation, double edf, double sigmas = 4);

}  // namespace montecopter
