#include "requirements/judged_group.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter {

Violations count_violations(const Requirement& requirement, const JudgedGroup& group) {
  Violations counts;
  const JudgedMetric* judged = judged_metric(requirement);
  for (const JudgedSample& sample : group.flown) {
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
  }
  return counts;
}

std::vector<double> values_of(const JudgedGroup& group, double worst) {
  std::vector<double> values;
  for (const JudgedSample& sample : group.flown) {
    values.push_back(has_number(sample) ? sample.metric : worst);
  }
  return values;
}

JudgedColumns::JudgedColumns(const record::ResultFile& file, const Samples& samples)
    : file_(file), samples_(samples) {
  if (file.find("validity") != nullptr) validity_ = read_sample_column(file, "validity");
}

void JudgedColumns::require(const std::string& name, const JudgedMetric* judged) const {
  if (judged == nullptr || file_.find("m_" + *judged->metric) != nullptr) return;
  std::vector<std::string> names;
  for (const record::Dataset& dataset : file_.datasets()) {
    if (dataset.is_root() && dataset.name.starts_with("m_"))
      names.push_back(dataset.name.substr(2));
  }
  const auto near = near_name(*judged->metric, names);
  throw Error(
      ExitCode::refused,
      fmt::format("{}: error: the file has no metric '{}', which requirement '{}' judges. {}",
                  file_.path(), *judged->metric, name,
                  near ? fmt::format("Perhaps '{}' is meant.", *near)
                       : fmt::format("It has {}.", join(names))));
}

std::vector<JudgedGroup> JudgedColumns::groups(const JudgedMetric* judged) const {
  std::vector<double> metric;
  if (judged != nullptr) metric = read_sample_column(file_, "m_" + *judged->metric);
  std::vector<JudgedGroup> groups(samples_.groups.size());
  for (JudgedGroup& group : groups) {
    group.planned = static_cast<std::int64_t>(samples_.size() / groups.size());
  }
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (!samples_.flown(i)) continue;
    JudgedGroup& group = groups[samples_.group_of(i)];
    group.numbers.push_back(static_cast<std::int64_t>(i) % group.planned);
    group.flown.push_back({samples_.status[i] == Status::ok, validity_.empty() || validity_[i] == 0,
                           metric.empty() ? 0.0 : metric[i]});
  }
  return groups;
}

std::string JudgedColumns::unit(const JudgedMetric* judged) const {
  return judged == nullptr ? "1" : file_.at("m_" + *judged->metric).text("units");
}

}  // namespace montecopter
