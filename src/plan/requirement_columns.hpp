#pragma once
/// The columns req_<name>: whether each sample meets each requirement that judges samples one by
/// one. A requirement on a mean has none. make_plan() adds the columns to the layout, BlockFlyer
/// fills them last in each block; src/results/requirements/ makes verdicts of them.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/coded_names.hpp"
#include "plan/layout.hpp"
#include "scenario/model/requirement.hpp"

namespace montecopter {

struct Plan;

/// Results of one sample for a requirement: codes of its column.
enum class SampleVerdict { not_run, met, violated };
inline constexpr auto sample_verdict_names =
    names_by_code<SampleVerdict>({{SampleVerdict::not_run, "not_run"},
                                  {SampleVerdict::met, "met"},
                                  {SampleVerdict::violated, "violated"}});

/// Facts about a sample that decide a requirement. NaN: it has no such number.
struct JudgedSample {
  bool ok = false;     ///< its status
  bool valid = false;  ///< whether it stayed within the validity limits of its model
  double metric = 0;
};

/// Whether the sample has a number that can be judged; NaN is none.
inline bool has_number(const JudgedSample& sample) {
  return sample.ok && sample.valid && sample.metric == sample.metric;
}

/// Whether a flown sample meets a requirement.
bool meets(const JudgedMetric& requirement, const JudgedSample& sample);
bool meets(const FailureRequirement& requirement, const JudgedSample& sample);

/// Name of the column, "req_" and the name.
std::string requirement_column(const std::string& name);

/// Whether samples are judged one by one: there is a column.
inline bool judges_samples(const Requirement& requirement) {
  return !std::holds_alternative<MeanRequirement>(requirement);
}

/// Judges the samples of finished blocks, in their order; `metric` is the column of the metric, if
/// one is judged.
std::vector<JudgedSample> samples_of(const Layout& layout, std::span<const Block> blocks,
                                     std::optional<std::size_t> metric);

/// Adds the columns to the layout, after those of the metrics. Error(usage) if a requirement names
/// a metric that these flights do not have.
void add_requirement_columns(Plan& plan);

/// Fills the columns req_<name> in finished blocks.
class RequirementColumns {
 public:
  explicit RequirementColumns(const Plan& plan);
  /// `block` holds all other columns of its rows.
  void fill(Block& block) const;

 private:
  struct Column {
    const Requirement* requirement;
    std::size_t column;
    std::optional<std::size_t> metric;
  };
  std::vector<Column> columns_;
  std::size_t status_ = 0;
  std::optional<std::size_t> validity_;
};

}  // namespace montecopter
