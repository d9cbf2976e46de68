#include "results/requirements/repetitions.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/statistics/mean_bounds.hpp"
#include "results/requirements/success_claim.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {
namespace {

using namespace statistics;

/// Whether a sample meets a requirement; any number meets a requirement on a mean.
bool meets_one(const MeanRequirement&, const JudgedSample& sample) { return has_number(sample); }
template <class R>
bool meets_one(const R& requirement, const JudgedSample& sample) {
  return meets(requirement, sample);
}

/// Returns one number for each sample.
using NumberOf = std::function<double(const JudgedSample&)>;

/// Averages numbers of samples over each of R independent repetitions of a design; sample i belongs
/// to repetition i mod R.
std::vector<double> repetition_means(const JudgedGroup& group, std::int64_t repetitions,
                                     const NumberOf& number_of) {
  const std::int64_t most = std::min(repetitions, std::max<std::int64_t>(1, group.planned));
  std::vector<TreeSum> sums(static_cast<std::size_t>(most));
  std::vector<double> sizes(sums.size());
  group.each([&](const JudgedSample& sample, std::int64_t number) {
    const auto repetition = static_cast<std::size_t>(number % repetitions);
    sums[repetition].add(number_of(sample));
    ++sizes[repetition];
  });
  std::vector<double> means;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    if (sizes[k] > 0) means.push_back(sums[k].sum() / sizes[k]);
  }
  return means;
}

/// Number of samples that decide both claims: the larger of the two. nullopt where one claim is
/// violated alone but both together are not: this case is not predicted.
std::optional<std::size_t> forecast_of_both(const Finding& a, const Finding& b) {
  std::size_t most = 0;
  bool is_known = false;
  for (const Finding* one : {&a, &b}) {
    if (one->verdict == Verdict::met) continue;
    if (!one->samples_to_decide) return std::nullopt;
    most = std::max(most, *one->samples_to_decide);
    is_known = true;
  }
  return is_known ? std::optional(most) : std::nullopt;
}

}  // namespace

statistics::Finding both(const statistics::Finding& a, const statistics::Finding& b,
                         double confidence) {
  Finding all = a;
  all.low = std::max(a.low, b.low);
  all.high = std::min(a.high, b.high);
  const PValues each[] = {{a.p_met, a.p_violated}, {b.p_met, b.p_violated}};
  const PValues p = all_hold(each);
  all.p_met = p.met;
  all.p_violated = p.violated;
  all.verdict = verdict_of(p, confidence);
  all.samples_to_decide = all.verdict == Verdict::undecided ? forecast_of_both(a, b) : std::nullopt;
  return all;
}

void judge_repetitions(const Requirement& requirement, const JudgedGroup& group,
                       std::int64_t repetitions, Judgement& out) {
  std::vector<MeanClaim> claims;
  NumberOf number_of;
  if (const auto* mean = std::get_if<MeanRequirement>(&requirement)) {
    if (out.violations.all() > 0) return;  // already violated
    number_of = [](const JudgedSample& s) { return has_number(s) ? s.metric : stored_nan; };
    if (mean->at_most) claims.push_back({Side::at_most, *mean->at_most, mean->confidence});
    if (mean->at_least) claims.push_back({Side::at_least, *mean->at_least, mean->confidence});
  } else {
    number_of = [&](const JudgedSample& sample) {
      return std::visit([&](const auto& r) { return meets_one(r, sample); }, requirement) ? 1.0
                                                                                          : 0.0;
    };
    const ProportionClaim claim = success_claim(requirement).value();
    claims.push_back({claim.side, claim.bound, claim.confidence});
  }
  const std::vector<double> means = repetition_means(group, repetitions, number_of);
  const SampleMoments of = moments(means);
  if (means.size() < 2 || !(of.sd > 0)) return;
  Finding finding = judge(claims.front(), MeanSummary{means.size(), of.mean, of.sd});
  if (claims.size() > 1) {
    finding = both(finding, judge(claims.back(), MeanSummary{means.size(), of.mean, of.sd}),
                   claims.front().confidence);
  }
  finding.samples_to_decide.reset();
  if (!std::holds_alternative<MeanRequirement>(requirement)) {  // Student's t ignores [0, 1]
    finding.low = std::max(0.0, finding.low), finding.high = std::min(1.0, finding.high);
  }
  if (std::holds_alternative<QuantileRequirement>(requirement)) {
    finding.estimate = out.finding.estimate;
    finding.low = finding.high = stored_nan;  // they bound the fraction, not the quantile
  } else if (std::holds_alternative<FailureRequirement>(requirement)) {
    finding.estimate = 1 - finding.estimate;
    std::swap(finding.low, finding.high);
    finding.low = 1 - finding.low, finding.high = 1 - finding.high;
  }
  out.finding = finding;
  out.is_approximate = true;
}

}  // namespace montecopter
