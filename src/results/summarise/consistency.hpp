#pragma once
/// Consistency test of an estimator: the mean normalised estimation error squared (NEES) of
/// independent flights, compared with its chi-square bounds.
///
/// Each flight gives one number, at its last reading. There is no average over time, because the
/// errors of a filter are correlated in time. The samples are therefore independent, and the level
/// is exact for normal errors. It is shared among all tests of a result (Bonferroni).

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

/// Consistency test of one metric at one sweep point.
struct ConsistencyTest {
  std::string metric;
  std::size_t group = 0;
  std::int64_t samples = 0;
  int freedom = 0;  ///< degrees of freedom of one sample
  double mean = 0;
  statistics::Interval bounds;
  std::size_t tests = 1;  ///< number of tests that share the level

  bool is_met() const { return bounds.low <= mean && mean <= bounds.high; }
  /// "final_nees: mean 15.2 over 300 samples, within [14.4, 15.6]: consistent (...)".
  std::string text(const Summary& summary) const;
};

/// The tests of a result. Empty if no metric is a NEES, if samples are not independent (a design,
/// chosen samples, frozen streams), or if no sample has a value.
std::vector<ConsistencyTest> consistency_tests(const record::ResultFile& file,
                                               const Summary& summary);

/// A warning for each inconsistent metric, at the first such sweep point.
std::vector<Problem> consistency_warnings(const record::ResultFile& file, const Summary& summary);

}  // namespace montecopter
