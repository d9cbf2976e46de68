#include "results/requirements/judged_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"

namespace montecopter {
namespace {

/// Number of samples that are read at once.
constexpr std::int64_t piece_rows = 8192;

}  // namespace

Violations count_violations(const Requirement& requirement, const JudgedGroup& group) {
  Violations counts;
  const JudgedMetric* judged = judged_metric(requirement);
  group.each([&](const JudgedSample& sample, std::int64_t) {
    if (!sample.ok) {
      ++counts.failed;
    } else if (!sample.valid) {
      ++counts.invalid;
    } else if (judged != nullptr && std::isnan(sample.metric)) {
      ++counts.missing;
    } else if (judges_samples(requirement) && judged != nullptr &&
               !judged->within_bounds(sample.metric)) {
      ++counts.beyond;
    }
  });
  return counts;
}

Values values_of(const JudgedGroup& group, double worst) {
  return [&group, worst](const TakeValues& take) {
    std::vector<double> piece;
    group.each([&](const JudgedSample& sample, std::int64_t) {
      piece.push_back(has_number(sample) ? sample.metric : worst);
      if (piece.size() < piece_rows) return;
      take(piece);
      piece.clear();
    });
    take(piece);
  };
}

JudgedColumns::JudgedColumns(const record::ResultFile& file, const Samples& samples)
    : file_(file), samples_(samples) {}

void JudgedColumns::require(const std::string& name, const JudgedMetric* judged) const {
  if (judged == nullptr || file_.find(metric_prefix + *judged->metric) != nullptr) return;
  std::vector<std::string> names;
  for (const record::Dataset& dataset : file_.datasets()) {
    if (dataset.is_root() && dataset.name.starts_with(metric_prefix))
      names.push_back(dataset.name.substr(2));
  }
  if (const auto now = current_metric(*judged->metric, names)) {
    throw Error(ExitCode::usage,
                Problem{fmt::format("requirement.{}.metric", name),
                        fmt::format("there is no metric '{}' any more", *judged->metric), "",
                        fmt::format("Use '{}'", *now)});
  }
  const auto near = near_name(*judged->metric, names);
  throw Error(
      ExitCode::refused,
      Problem{
          file_.path(),
          fmt::format("it has no metric '{}' for requirement '{}'", *judged->metric, name), "",
          near ? fmt::format("Did you mean '{}'?", *near) : fmt::format("It has {}", join(names))});
}

std::vector<JudgedGroup> JudgedColumns::groups(const JudgedMetric* judged) const {
  const std::string metric = judged == nullptr ? "" : metric_prefix + *judged->metric;
  std::vector<JudgedGroup> groups;
  for (RowRanges& rows : samples_.rows_by_group()) {
    JudgedGroup& group = groups.emplace_back();
    group.planned = static_cast<std::int64_t>(samples_.size() / samples_.groups.size());
    for (const std::int64_t row : rows) {
      group.flown += samples_.flown_at_row(row) ? 1 : 0;
    }
    group.each = [this, rows = std::move(rows), planned = group.planned,
                  metric](const TakeJudged& take) { each(rows, planned, metric, take); };
  }
  return groups;
}

void JudgedColumns::each(const RowRanges& rows, std::int64_t planned, const std::string& metric,
                         const TakeJudged& take) const {
  const record::Dataset* numbers = metric.empty() ? nullptr : &sample_column(file_, metric);
  const bool has_limits = file_.find(validity_column) != nullptr;
  const record::Dataset* limits = has_limits ? &sample_column(file_, validity_column) : nullptr;
  std::vector<double> metrics, validity;
  for (const RowRange& range : rows.ranges()) {
    for (std::int64_t first = range.first; first < range.end; first += piece_rows) {
      const std::int64_t count = std::min(piece_rows, range.end - first);
      if (numbers != nullptr) file_.read_f64(*numbers, first, count, metrics);
      if (limits != nullptr) file_.read_f64(*limits, first, count, validity);
      for (std::int64_t i = 0; i < count; ++i) {
        const auto sample = static_cast<std::size_t>(first + i), k = static_cast<std::size_t>(i);
        if (!samples_.flown(sample)) continue;
        take({samples_.status[sample] == Status::ok, limits == nullptr || validity[k] == 0,
              numbers == nullptr ? 0.0 : metrics[k]},
             (first + i) % planned);
      }
    }
  }
}

std::string JudgedColumns::unit(const JudgedMetric* judged) const {
  return judged == nullptr ? "1" : file_.at(metric_prefix + *judged->metric).text("units");
}

}  // namespace montecopter
