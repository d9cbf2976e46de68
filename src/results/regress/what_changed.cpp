#include "results/regress/what_changed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/statistics/holm.hpp"
#include "record/signals.hpp"
#include "results/compare/contrast.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/round_off.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/derived/margin.hpp"
#include "scenario/load.hpp"

namespace montecopter::regress {
namespace {

using record::Dataset;
using record::ResultFile;

bool is_of_all_samples(const ResultFile& file, const std::string& column) {
  const Dataset* dataset = file.find(column);
  return dataset != nullptr && dataset->dims == std::vector<std::string>{"sample"};
}

std::string at_point(const std::string& name, const Group& group) {
  return group.point ? fmt::format("{} at point {}", name, *group.point) : name;
}

/// Requirements whose metrics the golden holds for all samples; the others are named in `left_out`.
Scenario judgeable(Scenario scenario, const ResultFile& file, std::vector<std::string>& left_out) {
  std::erase_if(scenario.requirement, [&](const auto& entry) {
    const JudgedMetric* judged = judged_metric(entry.second);
    if (judged == nullptr || is_of_all_samples(file, metric_prefix + *judged->metric)) return false;
    left_out.push_back(fmt::format(
        "not compared: requirement '{}', because the golden lacks '{}{}' of all samples",
        entry.first, metric_prefix, *judged->metric));
    return true;
  });
  return scenario;
}

/// Verdicts by name, then by point.
std::map<std::pair<std::string, std::size_t>, Judgement> verdicts(const Judgements& judged) {
  std::map<std::pair<std::string, std::size_t>, Judgement> all;
  for (const Judgement& row : judged.rows) all.emplace(std::pair(row.name, row.group), row);
  return all;
}

struct Side {
  const ResultFile& file;
  const Scenario& scenario;
  Samples samples;
};

void find_requirements(const Side& was, const Side& is, WhatChanged& changes) {
  std::vector<std::string> known;
  const Scenario of_golden = judgeable(was.scenario, was.file, changes.left_out);
  const Scenario of_flown = judgeable(is.scenario, is.file, known);
  const auto before = verdicts(judge(of_golden, was.file, was.samples));
  const Judgements after = judge(of_flown, is.file, is.samples);
  for (const Judgement& row : after.rows) {
    const auto found = before.find({row.name, row.group});
    const bool is_known = was.scenario.requirement.count(row.name) > 0;
    if (found == before.end() && is_known) continue;  // the golden cannot judge it
    if (found != before.end() && found->second.verdict() == row.verdict()) continue;
    changes.requirements.push_back(
        {at_point(row.name, after.groups[row.group]), row.statement,
         found == before.end() ? "not required" : std::string(name_of(found->second.verdict())),
         std::string(name_of(row.verdict()))});
  }
}

std::map<std::string, Margin> margins_by_metric(const Scenario& scenario) {
  std::map<std::string, Margin> margins;
  for (const std::string& text : scenario.golden.margins) {
    const Margin margin = std::get<Margin>(parse_margin(text));  // validated on loading
    margins.emplace(margin.metric, margin);
  }
  return margins;
}

/// Sets the effect of a change in units of the metric's margin, else of its standard deviation.
void measure_effect(MetricChange& change, const std::string& metric, double sd,
                    const std::map<std::string, Margin>& margins) {
  const double size = std::abs(change.is - change.was);
  const auto margin = margins.find(metric);
  double unit = sd;
  change.measure = "standard deviations";
  if (margin != margins.end()) {
    const Margin& own = margin->second;
    unit = own.is_relative ? own.value * std::abs(change.was) : own.value;
    change.measure = "margins";
  }
  change.effect = unit > 0 ? size / unit : std::numeric_limits<double>::infinity();
}

void sort_by_effect(std::vector<MetricChange>& changes) {
  std::stable_sort(
      changes.begin(), changes.end(),
      [](const MetricChange& a, const MetricChange& b) { return a.effect > b.effect; });
}

/// Metrics compared sample by sample, as `compare` does.
void find_metrics_by_sample(const Side& was, const Side& is, const std::vector<std::string>& names,
                            WhatChanged& changes) {
  const compare::Campaign a(was.file, was.scenario, was.samples);
  const compare::Campaign b(is.file, is.scenario, is.samples);
  compare::Question question;
  question.metrics = names;
  const compare::Contrast contrast = compare::compare_campaigns(a, b, question);
  const auto margins = margins_by_metric(is.scenario);
  for (const compare::MetricContrast& row : contrast.metrics) {
    if (!row.differs()) {
      ++changes.unmoved;
      continue;
    }
    MetricChange change{
        .name = at_point(row.name, was.samples.groups[contrast.points[row.point].a]),
        .unit = row.unit,
        .was = row.a.mean,
        .is = row.b.mean,
        .low = row.interval.low,
        .high = row.interval.high,
        .measure = {}};
    measure_effect(change, row.name, row.a.sd, margins);
    changes.metrics.push_back(std::move(change));
  }
  // The signed ranks of n pairs have no p-value below 2 / 2^n, and Holm multiplies it by the
  // metrics.
  const double least_p =
      std::ldexp(2.0, -static_cast<int>(std::min<std::int64_t>(contrast.pairing.samples, 1000)));
  changes.too_few_pairs =
      contrast.pairing.is_paired &&
      static_cast<double>(contrast.metrics.size()) * least_p > compare::family_error;
  changes.basis = contrast.pairing.is_paired
                      ? fmt::format("{} of samples", counted(contrast.pairing.samples, "pair"))
                      : fmt::format("samples not paired: {}", contrast.pairing.why_not);
}

/// Number, mean and standard deviation of a metric at each point, from the stored statistics.
std::vector<statistics::MeanSummary> stored_means(const ResultFile& file, const Dataset& stored) {
  const std::int64_t width = stored.shape.back();
  const std::vector<std::string> names = record::element_names(file, "statistic", width);
  const std::vector<double> all = file.read_f64(stored, 0, stored.elements());
  std::vector<statistics::MeanSummary> rows;
  const auto columns = static_cast<std::size_t>(width);
  for (std::size_t first = 0; first < all.size(); first += columns) {
    statistics::MeanSummary& row = rows.emplace_back();
    for (std::size_t i = 0; i < columns && i < names.size(); ++i) {
      const double value = all[first + i];
      if (names[i] == "n" && value > 0) row.n = static_cast<std::size_t>(value);
      if (names[i] == "mean") row.mean = value;
      if (names[i] == "sd") row.sd = value;
    }
  }
  return rows;
}

/// A metric of which only statistics are known, with the p-value of its difference.
struct ByStatistics {
  MetricChange change;
  double p_value = 1;
};

std::vector<ByStatistics> compare_statistics(const Side& was, const Side& is,
                                             const std::string& name) {
  const std::string column = statistics_prefix + name;
  const Dataset& in_a = was.file.at(column);
  const Dataset* in_b = is.file.find(column);
  if (!in_b || in_b->text("units") != in_a.text("units")) return {};
  const auto a = stored_means(was.file, in_a), b = stored_means(is.file, *in_b);
  if (a.size() != b.size() || a.size() != was.samples.groups.size()) return {};
  const auto margins = margins_by_metric(is.scenario);
  std::vector<ByStatistics> found;
  for (std::size_t g = 0; g < a.size(); ++g) {
    const statistics::MeanDifference difference = statistics::welch_difference(a[g], b[g]);
    const statistics::Interval interval = statistics::difference_interval(difference, 0.95);
    ByStatistics one{.change = {.name = at_point(name, was.samples.groups[g]),
                                .unit = in_a.text("units"),
                                .was = a[g].mean,
                                .is = b[g].mean,
                                .low = interval.low,
                                .high = interval.high,
                                .measure = {}}};
    measure_effect(one.change, name, a[g].sd, margins);
    const double magnitude = std::max(std::abs(a[g].mean), std::abs(b[g].mean));
    const bool is_rounding = is_round_off(difference.mean, one.change.unit, magnitude);
    one.p_value = is_rounding ? 1 : statistics::difference_p_value(difference);
    found.push_back(std::move(one));
  }
  return found;
}

/// Metrics compared by their stored means and standard deviations, as independent samples.
void find_metrics_by_statistics(const Side& was, const Side& is, WhatChanged& changes) {
  std::vector<ByStatistics> all;
  for (const Dataset& dataset : was.file.datasets()) {
    const bool is_metric = dataset.is_root() && dataset.name.starts_with(statistics_prefix) &&
                           !dataset.dims.empty() && dataset.dims.back() == "statistic";
    if (!is_metric) continue;
    const std::string name = without_prefix(dataset.name, statistics_prefix);
    for (ByStatistics& one : compare_statistics(was, is, name)) all.push_back(std::move(one));
  }
  std::vector<double> p_values;
  for (const ByStatistics& one : all) p_values.push_back(one.p_value);
  const std::vector<double> adjusted = statistics::holm(p_values);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (adjusted[i] <= compare::family_error) {
      changes.metrics.push_back(std::move(all[i].change));
    } else {
      ++changes.unmoved;
    }
  }
  changes.basis = "by means and standard deviations, not paired";
}

/// Metrics that the golden holds for all samples, if it holds all inputs for all samples, too.
std::vector<std::string> metrics_by_sample(const ResultFile& golden, const ResultFile& flown) {
  std::vector<std::string> names;
  for (const Dataset& dataset : golden.datasets()) {
    const bool is_metric = dataset.name.starts_with(metric_prefix);
    if (!dataset.is_root() || (!is_metric && !dataset.name.starts_with(input_prefix))) continue;
    const bool is_whole = is_of_all_samples(golden, dataset.name);
    if (!is_metric && !is_whole) return {};
    const Dataset* there = is_metric && is_whole ? flown.find(dataset.name) : nullptr;
    if (there && there->text("units") == dataset.text("units")) {
      names.push_back(without_prefix(dataset.name, metric_prefix));
    }
  }
  return names;
}

/// Whether all metrics with statistics are among `names`.
bool are_all_metrics(const ResultFile& golden, const std::vector<std::string>& names) {
  std::size_t metrics = 0;
  for (const Dataset& dataset : golden.datasets()) {
    metrics += dataset.is_root() && dataset.name.starts_with(metric_prefix) ? 1 : 0;
  }
  return !names.empty() && names.size() == metrics;
}

}  // namespace

WhatChanged find_changes(const golden::Comparable& both, const Scenario& scenario) {
  WhatChanged changes;
  try {
    const LoadedScenario of_golden = load_scenario_text(both.golden.resolved_text(), "golden", "");
    const Side was{both.golden, of_golden.scenario, read_samples(both.golden)};
    const Side is{both.result, scenario, read_samples(both.result)};
    changes.ok_was = was.samples.counts()[Status::ok];
    changes.ok_is = is.samples.counts()[Status::ok];
    find_requirements(was, is, changes);
    const auto names = metrics_by_sample(both.golden, both.result);
    if (are_all_metrics(both.golden, names)) {
      find_metrics_by_sample(was, is, names, changes);
    } else {
      find_metrics_by_statistics(was, is, changes);
    }
    sort_by_effect(changes.metrics);
  } catch (const Error& error) {  // the golden may come from another version of the program
    const std::string text = error.what();
    changes.left_out.push_back("not compared: requirements and metrics: " +
                               text.substr(0, text.find('\n')));
  }
  return changes;
}

}  // namespace montecopter::regress
