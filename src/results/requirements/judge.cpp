#include "results/requirements/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/column_names.hpp"
#include "core/base/text.hpp"
#include "core/statistics/bounded_mean.hpp"
#include "core/statistics/holm.hpp"
#include "core/statistics/mean_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/samples_to_decide.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "core/statistics/what_samples_show.hpp"
#include "results/requirements/judged_group.hpp"
#include "results/requirements/repetitions.hpp"
#include "results/requirements/sequential.hpp"
#include "results/requirements/success_claim.hpp"
#include "results/summarise/sampling.hpp"
#include "results/summarise/statistics.hpp"
#include "scenario/derived/judged_designs.hpp"

namespace montecopter {

std::string bounds_text(const std::string& quantity, const JudgedMetric& r) {
  if (r.at_least && r.at_most) {
    return fmt::format("{} <= {} <= {}", *r.at_least, quantity, *r.at_most);
  }
  return r.at_most ? fmt::format("{} <= {}", quantity, *r.at_most)
                   : fmt::format("{} >= {}", quantity, *r.at_least);
}

namespace {

using namespace statistics;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Adds statement and finding of one kind of requirement to a Judgement with counted samples.
class Judge {
 public:
  Judge(Judgement& out, const JudgedGroup& group, const std::string& unit)
      : out_(out), group_(group), unit_(unit) {}

  void operator()(const ProbabilityRequirement& r) {
    out_.statement = fmt::format("P({}) >= {}", bounds_text(*r.metric, r), r.probability);
    out_.finding = judge(ProportionClaim{Side::at_least, r.probability, r.confidence},
                         count(out_.met()), count(out_.flown));
  }

  void operator()(const FailureRequirement& r) {
    out_.statement = fmt::format("P(failure) <= {}", r.at_most);
    out_.finding = judge(ProportionClaim{Side::at_most, r.at_most, r.confidence},
                         count(out_.violations.all()), count(out_.flown));
  }

  void operator()(const QuantileRequirement& r) {
    out_.statement =
        bounds_text(fmt::format("{:.12g} % quantile of {}", 100 * r.quantile, *r.metric), r);
    out_.unit = unit_;
    const bool upper = r.at_most.has_value();
    const QuantileClaim claim{upper ? Side::at_most : Side::at_least, r.quantile,
                              upper ? *r.at_most : *r.at_least, r.confidence};
    const Values values = values_of(group_, upper ? infinity : -infinity);
    std::size_t events = 0;
    values([&](std::span<const double> piece) {
      for (const double value : piece) events += counts(claim, value) ? 1 : 0;
    });
    const Extent extent = extent_of(values);
    use_ranks(values, extent,
              [&](const AtRank& at) { out_.finding = judge(claim, events, extent.count, at); });
  }

  void operator()(const MeanRequirement& r) {
    out_.statement = bounds_text("mean of " + *r.metric, r);
    out_.unit = unit_;
    out_.is_approximate = r.between.empty();
    std::optional<Finding> found;
    for (const Side side : {Side::at_most, Side::at_least}) {
      const auto& bound = side == Side::at_most ? r.at_most : r.at_least;
      if (!bound) continue;
      const MeanClaim claim{side, *bound, r.confidence};
      const Finding one = r.between.empty() ? judge_mean(claim) : judge_limited(claim, r);
      found = found ? both(*found, one, r.confidence) : one;
    }
    out_.finding = *found;
  }

 private:
  static std::size_t count(std::int64_t n) { return static_cast<std::size_t>(n); }

  /// Judges a mean by Student's t. One flight without a value of the metric violates it.
  Finding judge_mean(const MeanClaim& claim) {
    if (out_.violations.all() > 0) return no_mean(claim);
    const SampleMoments of = moments(values_of(group_, stored_nan));
    return judge(claim, MeanSummary{count(out_.flown), of.mean, of.sd});
  }

  /// p-value of the evidence: 1 / evidence, by Markov's inequality.
  static double p_value(const WideNumber& evidence) { return 1 / std::max(1.0, evidence.value()); }

  static Finding no_mean(const MeanClaim& claim) {
    const double worst = claim.side == Side::at_most ? infinity : -infinity;
    return {Verdict::violated, worst, -infinity, infinity, 1.0, 0.0, {}};
  }

  /// Judges a mean with known limits. A flight without a value counts as the worse limit; a value
  /// outside the limits violates the requirement, because the bounds rely on the limits.
  Finding judge_limited(const MeanClaim& claim, const MeanRequirement& r) {
    const double low = r.between[0], high = r.between[1];
    std::vector<double> values;
    values_of(group_, claim.side == Side::at_most ? high : low)([&](std::span<const double> piece) {
      values.insert(values.end(), piece.begin(), piece.end());
    });
    const auto is_beyond = [&](double value) { return value < low || value > high; };
    if (std::any_of(values.begin(), values.end(), is_beyond)) return no_mean(claim);
    BoundedMeanTest test(claim, {low, high});
    for (const double value : values) test.add(value);
    const SequentialFinding seen = test.look();
    Finding finding;
    finding.verdict = seen.verdict;
    finding.estimate = values.empty() ? stored_nan : moments(values).mean;
    // Each bound has half of the error probability 1 - confidence. A confidence of a half or less
    // would leave no interval.
    const double two_sided = std::max(2 * r.confidence - 1, 1e-3);
    const Interval bounds = bounded_mean_interval(values, {low, high}, two_sided);
    finding.low = bounds.low, finding.high = bounds.high;
    finding.p_met = p_value(seen.for_met), finding.p_violated = p_value(seen.for_violated);
    return finding;
  }

  Judgement& out_;
  const JudgedGroup& group_;
  std::string unit_;
};

Judgement judge_group(const std::string& name, const Requirement& requirement, std::size_t index,
                      const JudgedGroup& group, const std::string& unit, std::int64_t replicates) {
  Judgement out;
  out.name = name;
  out.text = words_of(requirement).text;
  out.confidence = words_of(requirement).confidence;
  out.group = index;
  out.planned = group.planned;
  out.flown = group.flown;
  out.violations = count_violations(requirement, group);
  std::visit([&](const auto& r) { out.type = r.type_name; }, requirement);
  std::visit(Judge(out, group, unit), requirement);
  if (replicates > 1) judge_repetitions(requirement, group, replicates, out);
  return out;
}

/// Refuses samples of a design without known confidence: the design is that of the file, whatever
/// scenario the requirements come from.
void require_intervals(const record::ResultFile& file, const Sampling& sampling) {
  if (sampling.is_independent() || sampling.replicates >= least_judged_replicates) return;
  throw Error(ExitCode::refused,
              Problem{file.path(), "its samples give no confidence for requirements",
                      fmt::format("samples of a {} design are not independent of each other",
                                  sampling.design),
                      fmt::format("Fly it with monte_carlo.design = \"random\", or \"lhs\" or "
                                  "\"sobol\" with monte_carlo.replicates = {} or more",
                                  least_judged_replicates)});
}

/// Number of samples that would decide a member of a family at Holm's first step, whatever the
/// other members show, at the observed fraction. Unknown for means and for repeated designs.
std::optional<std::size_t> forecast_in_family(const Judgement& row, const Requirement& requirement,
                                              std::size_t members) {
  const auto claim = success_claim(requirement);
  if (!claim || row.flown == 0 || row.is_approximate) return std::nullopt;
  return statistics::samples_to_decide(statistics::first_of_family(*claim, members),
                                       static_cast<std::size_t>(row.met()),
                                       static_cast<std::size_t>(row.flown));
}

/// Judges all requirements as a family. Each requirement keeps its own confidence.
void judge_as_family(const Requirements& requirements, std::vector<Judgement>& rows) {
  std::vector<Finding> findings;
  for (const Judgement& row : rows) findings.push_back(row.finding);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FamilyMember member = statistics::judge_family(findings, rows[i].confidence)[i];
    rows[i].finding.verdict = member.verdict;
    rows[i].finding.p_met = member.p_met;
    rows[i].finding.p_violated = member.p_violated;
    if (rows[i].finding.samples_to_decide || member.verdict == statistics::Verdict::undecided) {
      rows[i].finding.samples_to_decide =
          forecast_in_family(rows[i], requirements.at(rows[i].name), rows.size());
    }
  }
}

/// Sets bounds that hold at all numbers of samples together; bounds of a mean do so already.
void widen(Judgement& row, const Requirement& requirement, const Values& values) {
  const auto n = static_cast<std::size_t>(row.flown);
  const double miss = 1 - row.confidence;
  if (const auto* quantile = std::get_if<QuantileRequirement>(&requirement)) {
    const QuantileRanks ranks = sequential_quantile_ranks(n, quantile->quantile, miss);
    use_ranks(values, extent_of(values), [&](const AtRank& at) {
      row.finding.low = ranks.low == 0 ? -infinity : at(ranks.low - 1);
      row.finding.high = ranks.high == 0 ? infinity : at(ranks.high - 1);
    });
  } else if (judges_samples(requirement)) {
    const bool of_failures = std::holds_alternative<FailureRequirement>(requirement);
    const auto k = static_cast<std::size_t>(of_failures ? row.violations.all() : row.met());
    row.finding.low = sequential_lower_bound(k, n, row.confidence);
    row.finding.high = sequential_upper_bound(k, n, row.confidence);
  }
}

/// Number of samples of each point that were flown before the first that was not.
std::vector<std::int64_t> flown_from_first(const Samples& samples) {
  const std::size_t planned = samples.size() / samples.groups.size();
  std::vector<std::int64_t> flown(samples.groups.size());
  for (std::size_t point = 0; point < flown.size(); ++point) {
    std::size_t count = 0;
    while (count < planned && samples.flown(point * planned + count)) ++count;
    flown[point] = static_cast<std::int64_t>(count);
  }
  return flown;
}

/// Repeats the sequential tests of a run over the samples that it kept of each point. Such a file
/// has room for the same number of samples of each point, one point after another.
SequentialTests looked_again(const Scenario& scenario, const record::ResultFile& file,
                             const Samples& samples) {
  const auto points = std::ssize(samples.groups);
  const std::int64_t planned = file.samples() / points;
  const std::vector<std::int64_t> flown = flown_from_first(samples);
  SequentialTests tests(scenario, points);
  for (std::int64_t done = 0; done < planned; done += block_rows) {
    for (std::int64_t point = 0; point < points; ++point) {
      const std::int64_t left = flown[static_cast<std::size_t>(point)] - done;
      if (left > 0) tests.add(file, point, point * planned + done, std::min(block_rows, left));
    }
    tests.look();
  }
  return tests;
}

/// Verdicts of a run that stopped when all requirements were decided, by its sequential tests.
void judge_sequentially(const Scenario& scenario, const record::ResultFile& file,
                        const Samples& samples, std::vector<Judgement>& rows) {
  const SequentialTests tests = looked_again(scenario, file, samples);
  const JudgedColumns columns(file, samples);
  for (Judgement& row : rows) {
    const Requirement& requirement = scenario.requirement.at(row.name);
    const auto* quantile = std::get_if<QuantileRequirement>(&requirement);
    const JudgedGroup group = columns.groups(quantile)[row.group];
    const bool of_most = quantile != nullptr && quantile->at_most;
    widen(row, requirement, values_of(group, of_most ? infinity : -infinity));
    row.finding.verdict = tests.verdict(static_cast<std::int64_t>(row.group), row.name);
    row.is_sequential = true;
    row.finding.samples_to_decide.reset();
    row.finding.p_met = row.finding.p_violated = stored_nan;  // valid for one fixed number only
  }
}

}  // namespace

std::int64_t Judgements::count(Verdict verdict) const {
  return std::count_if(rows.begin(), rows.end(),
                       [&](const Judgement& row) { return row.verdict() == verdict; });
}

ExitCode Judgements::exit_code() const {
  if (count(Verdict::violated) > 0) return ExitCode::no;
  return count(Verdict::undecided) > 0 ? ExitCode::inconclusive : ExitCode::ok;
}

Judgements judge(const Scenario& scenario, const record::ResultFile& file, const Samples& samples) {
  Judgements all;
  all.groups = samples.groups;
  all.is_family = scenario.monte_carlo.judge_as_family;
  if (scenario.requirement.empty()) return all;
  const Sampling sampling = sampling_of(file);
  if (sampling.is_chosen) return all;  // chosen samples do not represent all flights
  require_intervals(file, sampling);
  const JudgedColumns columns(file, samples);
  for (const auto& [name, requirement] : scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    columns.require(name, judged);
    const std::vector<JudgedGroup> groups = columns.groups(judged);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      all.rows.push_back(
          judge_group(name, requirement, g, groups[g], columns.unit(judged), sampling.replicates));
    }
  }
  std::stable_sort(all.rows.begin(), all.rows.end(),
                   [](const Judgement& a, const Judgement& b) { return a.group < b.group; });
  all.stopped = file.root_attribute(stopped_attribute);
  if (!all.stopped.empty()) {
    judge_sequentially(scenario, file, samples, all.rows);
  } else if (all.is_family) {
    judge_as_family(scenario.requirement, all.rows);
  }
  return all;
}

Judgements judge(const Plan& plan, std::span<const Block> blocks) {
  Judgements all;
  all.groups.emplace_back();
  const MonteCarlo& campaign = plan.scenario.monte_carlo;
  all.is_family = campaign.judge_as_family;
  const std::int64_t replicates = campaign.has_replicates() ? campaign.replicates : 1;
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    std::optional<std::size_t> metric;
    if (judged != nullptr) metric = column_index(plan.layout, metric_prefix + *judged->metric);
    const std::vector<JudgedSample> flown = samples_of(plan.layout, blocks, metric);
    const auto each = [&flown](const TakeJudged& take) {
      std::int64_t number = 0;
      for (const JudgedSample& sample : flown) take(sample, number++);
    };
    const JudgedGroup group{plan.layout.samples, std::ssize(flown), each};
    const std::string unit = metric ? plan.layout.columns[*metric].unit : "1";
    all.rows.push_back(judge_group(name, requirement, 0, group, unit, replicates));
  }
  if (all.is_family) judge_as_family(plan.scenario.requirement, all.rows);
  return all;
}

}  // namespace montecopter
