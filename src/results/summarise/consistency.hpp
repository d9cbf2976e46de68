#pragma once
/// Whether the errors of an estimator are what its covariance says: the mean normalised estimation
/// error squared (NEES) of independent flights against its chi-square bounds.
///
/// Each flight gives one number, at its last reading: nothing is averaged over time, along which
/// errors of a filter are correlated. So the samples are independent, and the level is exact where
/// errors are normal. It is shared among all tests of a result (Bonferroni).

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/statistics/interval.hpp"
#include "record/reader.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// The probability that any test of a result calls a consistent filter inconsistent.
inline constexpr double consistency_level = 0.01;

/// Test of one metric at one point of a sweep.
struct ConsistencyTest {
  std::string metric;
  std::size_t group = 0;
  std::int64_t samples = 0;
  int freedom = 0;  ///< of one sample
  double mean = 0;
  statistics::Interval bounds;
  std::size_t tests = 1;  ///< that share the level

  bool is_met() const { return bounds.low <= mean && mean <= bounds.high; }
  /// "final_nees: mean 15.2 over 300 samples, within [14.4, 15.6]: consistent (...)".
  std::string text(const Summary& summary) const;
};

/// None where no metric is a NEES, where samples are not independent (a design, chosen samples,
/// frozen streams), or where none has a number.
std::vector<ConsistencyTest> consistency_tests(const record::ResultFile& file,
                                               const Summary& summary);

/// A warning for each metric that is inconsistent, at the first such point of a sweep.
std::vector<Problem> consistency_warnings(const record::ResultFile& file, const Summary& summary);

}  // namespace montecopter
