#include "results/requirements/sequential.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "plan/outcome.hpp"
#include "results/requirements/success_claim.hpp"

namespace montecopter {
namespace {

using namespace statistics;

bool meets_it(const Requirement& requirement, const JudgedSample& sample) {
  if (std::holds_alternative<MeanRequirement>(requirement)) return has_number(sample);
  return std::visit([&](const auto& r) { return meets(r, sample); }, requirement);
}

/// Numbers of a column for `count` samples; NaN if there is no such column.
std::vector<double> numbers(const record::ResultFile& file, const std::string& name,
                            std::int64_t first, std::int64_t count, double without) {
  const record::Dataset* dataset = file.find(name);
  if (dataset == nullptr) return std::vector<double>(static_cast<std::size_t>(count), without);
  return file.read_f64(*dataset, first, count);
}

}  // namespace

SequentialTest::SequentialTest(const std::string& name, const Requirement& requirement)
    : requirement_(&requirement), claim_(success_claim(requirement)) {
  const auto* mean = std::get_if<MeanRequirement>(&requirement);
  if (mean == nullptr) return;
  if (mean->between.empty()) {
    throw Error(ExitCode::usage,
                Problem{fmt::format("requirement.{}", name),
                        "a mean without known limits cannot be tested sequentially",
                        "a single extreme value could move it anywhere",
                        "Give the limits of the metric: between = [lowest, highest]"});
  }
  const Interval limits{mean->between[0], mean->between[1]};
  if (mean->at_most) {
    means_.emplace_back(MeanClaim{Side::at_most, *mean->at_most, mean->confidence}, limits);
    worst_.push_back(limits.high);
  }
  if (mean->at_least) {
    means_.emplace_back(MeanClaim{Side::at_least, *mean->at_least, mean->confidence}, limits);
    worst_.push_back(limits.low);
  }
}

void SequentialTest::add(const JudgedSample& sample) {
  ++count_;
  if (meets_it(*requirement_, sample)) ++met_;
  const auto* mean = std::get_if<MeanRequirement>(requirement_);
  if (mean == nullptr) return;
  const bool known = has_number(sample);
  left_limits_ = left_limits_ ||
                 (known && (sample.metric < mean->between[0] || sample.metric > mean->between[1]));
  if (left_limits_) return;
  for (std::size_t i = 0; i < means_.size(); ++i) means_[i].add(known ? sample.metric : worst_[i]);
}

void SequentialTest::look() {
  if (claim_) {
    const SequentialFinding found = statistics::look(*claim_, met_, count_);
    p_met_ = sequential_p_value(found.for_met);
    p_violated_ = sequential_p_value(found.for_violated);
    if (verdict_ == Verdict::undecided) verdict_ = found.verdict;
  } else {
    look_at_means();
  }
}

void SequentialTest::look_at_means() {
  if (left_limits_) {
    p_violated_ = 0;
    if (verdict_ == Verdict::undecided) verdict_ = Verdict::violated;
    return;
  }
  std::vector<PValues> each;
  Verdict alone = Verdict::undecided;
  for (const BoundedMeanTest& mean : means_) {
    const SequentialFinding found = mean.look();
    each.push_back({sequential_p_value(found.for_met), sequential_p_value(found.for_violated)});
    alone = found.verdict;
  }
  const PValues all = all_hold(each);
  p_met_ = all.met, p_violated_ = all.violated;
  if (verdict_ != Verdict::undecided) return;
  verdict_ = each.size() == 1 ? alone : verdict_of(all, words_of(*requirement_).confidence);
}

SequentialTests::SequentialTests(const Scenario& scenario, std::int64_t points) {
  std::vector<double> confidences;
  for (const auto& [name, requirement] : scenario.requirement) names_.push_back(name);
  for (std::int64_t point = 0; point < points; ++point) {
    for (const auto& [name, requirement] : scenario.requirement) {
      tests_.emplace_back(name, requirement);
      confidences.push_back(words_of(requirement).confidence);
    }
  }
  if (scenario.monte_carlo.judge_as_family) family_.emplace(std::move(confidences));
}

void SequentialTests::add(const record::ResultFile& file, std::int64_t point, std::int64_t first,
                          std::int64_t count) {
  const auto n = static_cast<std::size_t>(count);
  const std::vector<double> status = numbers(file, status_column, first, count, 1);
  const std::vector<double> validity = numbers(file, validity_column, first, count, 0);
  for (std::size_t k = 0; k < names_.size(); ++k) {
    SequentialTest& test = tests_[first_of(point) + k];
    const JudgedMetric* judged = judged_metric(test.requirement());
    const std::vector<double> metric =
        judged == nullptr
            ? std::vector<double>(n)
            : numbers(file, metric_prefix + *judged->metric, first, count, stored_nan);
    for (std::size_t i = 0; i < n; ++i) {
      test.add({status[i] == static_cast<double>(Status::ok), validity[i] == 0, metric[i]});
    }
    test.look();
  }
}

void SequentialTests::look() {
  if (!family_) return;  // each test has its own verdict
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    family_->look(i, tests_[i].p_met(), tests_[i].p_violated());
  }
  family_->judge();
}

bool SequentialTests::is_decided(std::int64_t point) const {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    if (verdict(first_of(point) + k) == Verdict::undecided) return false;
  }
  return true;
}

Verdict SequentialTests::verdict(std::int64_t point, const std::string& name) const {
  return verdict(first_of(point) + first_index(names_, name));
}

}  // namespace montecopter
