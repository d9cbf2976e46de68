#include "requirements/repetitions.hpp"

#include <algorithm>

#include "inference/mean_bounds.hpp"
#include "requirements/success_claim.hpp"
#include "summarise/statistics.hpp"

namespace montecopter {
namespace {

using namespace inference;

/// Whether a sample meets a requirement; to a mean any number does.
bool meets_one(const MeanRequirement&, const JudgedSample& sample) { return has_number(sample); }
template <class R>
bool meets_one(const R& requirement, const JudgedSample& sample) {
  return meets(requirement, sample);
}

/// Numbers of samples, averaged over each of R independent repetitions of a design; sample i is of
/// repetition i mod R.
std::vector<double> repetition_means(const JudgedGroup& group, std::int64_t repetitions,
                                     const std::vector<double>& values) {
  std::vector<std::vector<double>> parts(static_cast<std::size_t>(repetitions));
  for (std::size_t i = 0; i < values.size(); ++i) {
    parts[static_cast<std::size_t>(group.numbers[i] % repetitions)].push_back(values[i]);
  }
  std::vector<double> means;
  for (const std::vector<double>& part : parts) {
    if (!part.empty()) means.push_back(tree_sum(part) / static_cast<double>(part.size()));
  }
  return means;
}

}  // namespace

inference::Finding both(const inference::Finding& a, const inference::Finding& b) {
  Finding all = a;
  all.low = std::max(a.low, b.low);
  all.high = std::min(a.high, b.high);
  all.p_met = std::max(a.p_met, b.p_met);
  all.p_violated = std::min(1.0, 2 * std::min(a.p_violated, b.p_violated));
  all.samples_to_decide = std::max(a.samples_to_decide, b.samples_to_decide);
  all.verdict = a.verdict == Verdict::violated || b.verdict == Verdict::violated
                    ? Verdict::violated
                    : std::max(a.verdict, b.verdict);  // undecided is the last
  return all;
}

void judge_repetitions(const Requirement& requirement, const JudgedGroup& group,
                       std::int64_t repetitions, Judgement& out) {
  std::vector<MeanClaim> claims;
  std::vector<double> values;
  if (const auto* mean = std::get_if<MeanRequirement>(&requirement)) {
    if (out.violations.all() > 0) return;  // violated already
    values = values_of(group, stored_nan);
    if (mean->at_most) claims.push_back({Side::at_most, *mean->at_most, mean->confidence});
    if (mean->at_least) claims.push_back({Side::at_least, *mean->at_least, mean->confidence});
  } else {
    for (const JudgedSample& sample : group.flown) {
      values.push_back(
          std::visit([&](const auto& r) { return meets_one(r, sample); }, requirement) ? 1 : 0);
    }
    const ProportionClaim claim = success_claim(requirement).value();
    claims.push_back({claim.side, claim.bound, claim.confidence});
  }
  const std::vector<double> means = repetition_means(group, repetitions, values);
  const SampleMoments of = moments(means);
  if (means.size() < 2 || !(of.sd > 0)) return;
  Finding finding = judge(claims.front(), MeanSummary{means.size(), of.mean, of.sd});
  if (claims.size() > 1) {
    finding = both(finding, judge(claims.back(), MeanSummary{means.size(), of.mean, of.sd}));
  }
  finding.samples_to_decide = 0;
  if (std::holds_alternative<QuantileRequirement>(requirement)) {
    finding.estimate = out.finding.estimate;
    finding.low = finding.high = stored_nan;  // of the fraction, not of the quantile
  } else if (std::holds_alternative<FailureRequirement>(requirement)) {
    finding.estimate = 1 - finding.estimate;
    std::swap(finding.low, finding.high);
    finding.low = 1 - finding.low, finding.high = 1 - finding.high;
  }
  out.finding = finding;
  out.is_approximate = true;
}

}  // namespace montecopter
