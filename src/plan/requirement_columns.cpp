#include "plan/requirement_columns.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"
#include "plan/outcome.hpp"
#include "plan/plan.hpp"

namespace montecopter {
namespace {

std::string metric_column_name(const JudgedMetric& judged) {
  return metric_prefix + *judged.metric;
}

/// The names of metrics that these flights have.
std::vector<std::string> metric_names(const Plan& plan) {
  std::vector<std::string> names;
  for (const PlannedMetric& metric : plan.metrics()) names.push_back(metric.name);
  return names;
}

void require_metric(const Plan& plan, const std::string& name, const JudgedMetric& judged) {
  const std::vector<std::string> names = metric_names(plan);
  if (std::find(names.begin(), names.end(), *judged.metric) != names.end()) return;
  if (const auto now = current_metric(*judged.metric, names)) {
    throw Error(ExitCode::usage,
                Problem{fmt::format("requirement.{}.metric", name),
                        fmt::format("there is no metric '{}' any more", *judged.metric), "",
                        fmt::format("Use '{}'", *now)});
  }
  const auto near = near_name(*judged.metric, names);
  throw Error(ExitCode::usage,
              Problem{fmt::format("requirement.{}.metric", name),
                      fmt::format("this scenario has no metric '{}'", *judged.metric), "",
                      near ? fmt::format("Did you mean '{}'?", *near)
                           : fmt::format("Its metrics are {}", join(names))});
}

JudgedSample sample_of(const Block& block, std::size_t row, std::size_t status,
                       std::optional<std::size_t> validity, std::optional<std::size_t> metric) {
  JudgedSample sample;
  sample.ok = block.data[status][row] == static_cast<std::byte>(Status::ok);
  sample.valid = !validity || block.data[*validity][row] == std::byte{0};
  if (metric) {
    std::memcpy(&sample.metric, block.data[*metric].data() + row * sizeof(double), sizeof(double));
  }
  return sample;
}

}  // namespace

bool meets(const JudgedMetric& requirement, const JudgedSample& sample) {
  return sample.ok && sample.valid && requirement.within_bounds(sample.metric);
}

bool meets(const FailureRequirement&, const JudgedSample& sample) {
  return sample.ok && sample.valid;
}

std::vector<JudgedSample> samples_of(const Layout& layout, std::span<const Block> blocks,
                                     std::optional<std::size_t> metric) {
  const std::size_t status = column_index(layout, status_column);
  const auto validity = find_column(layout, validity_column);
  std::vector<JudgedSample> samples;
  for (const Block& block : blocks) {
    for (std::size_t row = 0; row < block.rows.size(); ++row) {
      samples.push_back(sample_of(block, row, status, validity, metric));
    }
  }
  return samples;
}

std::string requirement_column(const std::string& name) { return requirement_prefix + name; }

void add_requirement_columns(Plan& plan) {
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    if (judged != nullptr) require_metric(plan, name, *judged);
    if (!judges_samples(requirement)) continue;
    std::string flags;
    std::vector<std::int8_t> codes;
    for (const char* word : sample_verdict_names) {
      flags += (flags.empty() ? "" : " ") + std::string(word);
      codes.push_back(static_cast<std::int8_t>(codes.size()));
    }
    const std::string& text = words_of(requirement).text;
    plan.layout.columns.push_back(
        {.name = requirement_column(name),
         .element = Element::i8,
         .unit = "1",
         .long_name = text.empty() ? "whether the sample meets requirement " + name + "" : text,
         .attributes = {{"flag_meanings", flags}},
         .flag_values = codes});
  }
}

RequirementColumns::RequirementColumns(const Plan& plan)
    : status_(column_index(plan.layout, status_column)),
      validity_(find_column(plan.layout, validity_column)) {
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    if (!judges_samples(requirement)) continue;
    Column column{&requirement, column_index(plan.layout, requirement_column(name)), {}};
    if (const JudgedMetric* judged = judged_metric(requirement)) {
      column.metric = column_index(plan.layout, metric_column_name(*judged));
    }
    columns_.push_back(column);
  }
}

void RequirementColumns::fill(Block& block) const {
  for (const Column& column : columns_) {
    for (std::size_t row = 0; row < block.rows.size(); ++row) {
      const JudgedSample sample = sample_of(block, row, status_, validity_, column.metric);
      const bool met =
          std::visit([&](const auto& r) { return meets(r, sample); }, *column.requirement);
      block.data[column.column][row] =
          static_cast<std::byte>(met ? SampleVerdict::met : SampleVerdict::violated);
    }
  }
}

}  // namespace montecopter
