#pragma once
/// The Allan variance of a record of readings.

#include <cstdint>
#include <span>
#include <vector>

#include "core/statistics/allan_edf.hpp"

namespace montecopter {

/// A measured Allan variance.
struct AllanEstimate {
  double variance = 0;
  std::int64_t terms = 0;  ///< differences it is the mean of; with 0 of them it is 0
  double present = 0;  ///< readings in an average: m less those that are missing (harmonic mean)
};

/// Readings at a fixed period, summed up so that any average takes one subtraction. NaN stands for
/// a reading that is missing. An average is the mean of the readings that are there, if they are
/// half of its readings or more; a difference counts if both of its averages exist.
class AllanRecord {
 public:
  /// Throws Error(usage) for fewer than two readings, an infinite one, a period that is not
  /// positive, or if more than half of the readings are missing.
  AllanRecord(std::span<const double> readings, double period_s);

  std::int64_t size() const { return std::ssize(sum_) - 1; }
  std::int64_t missing() const { return missing_; }
  double period_s() const { return period_s_; }
  double mean() const { return mean_; }

  /// Allan deviation of averages over m readings, m >= 1.
  AllanEstimate estimate(std::int64_t m, AllanEstimator estimator) const;

  /// Averages over m readings side by side, less mean(); NaN where one does not exist.
  std::vector<double> averages(std::int64_t m, std::int64_t first, std::int64_t count) const;

 private:
  AllanEstimate estimate_whole(std::int64_t m, std::int64_t stride, std::int64_t terms) const;
  AllanEstimate estimate_gapped(std::int64_t m, std::int64_t stride, std::int64_t terms) const;

  double period_s_ = 1, mean_ = 0;
  std::int64_t missing_ = 0;
  std::vector<double> sum_;    ///< of the first j readings, each less mean()
  std::vector<double> count_;  ///< of those that are there; empty if none is missing
};

}  // namespace montecopter
