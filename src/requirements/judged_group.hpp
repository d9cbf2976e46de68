#pragma once
/// The samples of a result as one requirement sees them, for each point of a sweep.

#include <cstdint>
#include <string>
#include <vector>

#include "plan/requirement_columns.hpp"
#include "record/reader.hpp"
#include "requirements/judge.hpp"
#include "summarise/samples.hpp"

namespace montecopter {

/// The samples of a group.
struct JudgedGroup {
  std::int64_t planned = 0;
  std::vector<JudgedSample> flown;
  std::vector<std::int64_t> numbers;  ///< of those samples, within the group
};

/// Metrics in the order of the samples, `worst` for those without.
std::vector<double> values_of(const JudgedGroup& group, double worst);

Violations count_violations(const Requirement& requirement, const JudgedGroup& group);

/// The columns of a file that requirements look at.
class JudgedColumns {
 public:
  JudgedColumns(const record::ResultFile& file, const Samples& samples);

  /// Error(refused) if the file has no such metric.
  void require(const std::string& name, const JudgedMetric* judged) const;
  /// By the groups of the samples; `judged` is null where no metric is.
  std::vector<JudgedGroup> groups(const JudgedMetric* judged) const;
  std::string unit(const JudgedMetric* judged) const;

 private:
  const record::ResultFile& file_;
  const Samples& samples_;
  std::vector<double> validity_;
};

}  // namespace montecopter
