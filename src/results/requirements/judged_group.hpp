#pragma once
/// The samples of a result as one requirement uses them, for each point of a sweep.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "plan/requirement_columns.hpp"
#include "record/reader.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {

/// Takes a flown sample and its number within its group.
using TakeJudged = std::function<void(const JudgedSample& sample, std::int64_t number)>;

/// The samples of a group, read from the file on each use, since they may not fit into memory.
struct JudgedGroup {
  std::int64_t planned = 0;
  std::int64_t flown = 0;
  std::function<void(const TakeJudged&)> each;  ///< passes on the flown samples, ascending
};

/// Metrics in the order of the samples, `worst` where there is no value. The group must outlive
/// them.
Values values_of(const JudgedGroup& group, double worst);

Violations count_violations(const Requirement& requirement, const JudgedGroup& group);

/// The columns of a file that requirements need.
class JudgedColumns {
 public:
  JudgedColumns(const record::ResultFile& file, const Samples& samples);

  /// Error(refused) if the file has no such metric.
  void require(const std::string& name, const JudgedMetric* judged) const;
  /// Samples by group; `judged` is null for a requirement without a metric. The columns must
  /// outlive the groups.
  std::vector<JudgedGroup> groups(const JudgedMetric* judged) const;
  std::string unit(const JudgedMetric* judged) const;

 private:
  void each(const RowRanges& rows, std::int64_t planned, const std::string& metric,
            const TakeJudged& take) const;

  const record::ResultFile& file_;
  const Samples& samples_;
};

}  // namespace montecopter
