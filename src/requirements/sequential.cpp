#include "requirements/sequential.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "plan/outcome.hpp"
#include "requirements/success_claim.hpp"

namespace montecopter {
namespace {

using namespace inference;

bool meets_it(const Requirement& requirement, const JudgedSample& sample) {
  if (std::holds_alternative<MeanRequirement>(requirement)) return has_number(sample);
  return std::visit([&](const auto& r) { return meets(r, sample); }, requirement);
}

Verdict combined(Verdict a, Verdict b) {
  const bool violated = a == Verdict::violated || b == Verdict::violated;
  return violated ? Verdict::violated : std::max(a, b);  // undecided is the last
}

/// Numbers of a column of samples; as many as asked for, NaN if there is no such column.
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
                fmt::format("requirement.{}: error: a mean of which no limits are known cannot be "
                            "decided while flights go on (one value in a million could move it "
                            "anywhere). Give between = [lowest, highest].",
                            name));
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
  if (verdict_ != Verdict::undecided) return;
  if (left_limits_) {
    verdict_ = Verdict::violated;
  } else if (claim_) {
    verdict_ = inference::look(*claim_, met_, count_).verdict;
  } else {
    verdict_ = means_.front().look().verdict;
    if (means_.size() > 1) verdict_ = combined(verdict_, means_.back().look().verdict);
  }
}

SequentialTests::SequentialTests(const Scenario& scenario) {
  for (const auto& [name, requirement] : scenario.requirement) {
    names_.push_back(name);
    tests_.emplace_back(name, requirement);
  }
}

void SequentialTests::add(const record::ResultFile& file, std::int64_t first, std::int64_t count) {
  const auto n = static_cast<std::size_t>(count);
  const std::vector<double> status = numbers(file, "status", first, count, 1);
  const std::vector<double> validity = numbers(file, "validity", first, count, 0);
  for (SequentialTest& test : tests_) {
    const JudgedMetric* judged = judged_metric(test.requirement());
    const std::vector<double> metric =
        judged == nullptr ? std::vector<double>(n)
                          : numbers(file, "m_" + *judged->metric, first, count, stored_nan);
    for (std::size_t i = 0; i < n; ++i) {
      test.add({status[i] == static_cast<double>(Status::ok), validity[i] == 0, metric[i]});
    }
    test.look();
  }
}

bool SequentialTests::all_decided() const {
  return std::all_of(tests_.begin(), tests_.end(), [](const SequentialTest& test) {
    return test.verdict() != Verdict::undecided;
  });
}

Verdict SequentialTests::verdict(const std::string& name) const {
  const auto at = std::find(names_.begin(), names_.end(), name);
  return tests_.at(static_cast<std::size_t>(at - names_.begin())).verdict();
}

}  // namespace montecopter
