#pragma once
/// The samples of a result as one requirement sees them, for each point of a sweep.

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

/// Takes samples that were flown, and which of the samples of their group each is.
using TakeJudged = std::function<void(const JudgedSample& sample, std::int64_t number)>;

/// The samples of a group: read from the file as often as they are asked for, since there may
/// be more of them than fit into memory.
struct JudgedGroup {
  std::int64_t planned = 0;
  std::int64_t flown = 0;
  std::function<void(const TakeJudged&)> each;  ///< those that were flown, ascending
};

/// Metrics in the order of the samples, `worst` for those without. The group has to live as long.
Values values_of(const JudgedGroup& group, double worst);

Violations count_violations(const Requirement& requirement, const JudgedGroup& group);

/// The columns of a file that requirements look at.
class JudgedColumns {
 public:
  JudgedColumns(const record::ResultFile& file, const Samples& samples);

  /// Error(refused) if the file has no such metric.
  void require(const std::string& name, const JudgedMetric* judged) const;
  /// By the groups of the samples; `judged` is null where no metric is. The columns have to live as
  /// long.
  std::vector<JudgedGroup> groups(const JudgedMetric* judged) const;
  std::string unit(const JudgedMetric* judged) const;

 private:
  void each(const RowRanges& rows, std::int64_t planned, const std::string& metric,
            const TakeJudged& take) const;

  const record::ResultFile& file_;
  const Samples& samples_;
};

}  // namespace montecopter
