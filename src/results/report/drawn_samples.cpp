#include "results/report/drawn_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/column_names.hpp"
#include "results/report/html.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter::report {
namespace {

/// How samples are ranked: the worst has the smallest margin to the bounds.
struct Ranking {
  std::string metric;
  double at_least = -INFINITY, at_most = INFINITY;
  std::string words;  ///< describes the samples that come first

  double margin(double value) const { return std::min(at_most - value, value - at_least); }
};

bool has_metric(const Material& m, const std::string& name) {
  return std::any_of(m.summary.metrics.begin(), m.summary.metrics.end(),
                     [&](const SummaryMetric& one) { return one.name == name; });
}

/// The requirements at the shown point: violated ones first, then undecided ones; within each
/// verdict, the requirement with the least confidence comes first.
std::vector<const Judgement*> by_urgency(const Material& m) {
  std::vector<const Judgement*> rows;
  if (!m.judgements) return rows;
  for (const Judgement& row : m.judgements->rows) {
    if (row.group == m.group() && row.flown > 0) rows.push_back(&row);
  }
  const auto key = [](const Judgement* row) {
    const int rank = row->verdict() == statistics::Verdict::violated    ? 0
                     : row->verdict() == statistics::Verdict::undecided ? 1
                                                                        : 2;
    return std::pair(rank, std::isnan(row->finding.p_met) ? 0.0 : -row->finding.p_met);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Judgement* a, const Judgement* b) { return key(a) < key(b); });
  return rows;
}

/// Ranking by the bounds of the most urgent requirement on a metric.
std::optional<Ranking> ranking_by_requirement(const Material& m) {
  for (const Judgement* row : by_urgency(m)) {
    const JudgedMetric* judged = judged_metric(m.scenario->scenario.requirement.at(row->name));
    if (judged == nullptr) continue;
    const std::string metric = judged->metric.value_or(row->name);
    if (!has_metric(m, metric) || (!judged->at_least && !judged->at_most)) continue;
    const std::string which = judged->at_least && judged->at_most
                                  ? metric + " nearest to its bounds, or furthest outside"
                              : judged->at_most ? "largest " + metric
                                                : "smallest " + metric;
    return Ranking{metric, judged->at_least.value_or(-INFINITY), judged->at_most.value_or(INFINITY),
                   fmt::format("{} (requirement {}: {})", which, row->name,
                               statistics::name_of(row->verdict()))};
  }
  return std::nullopt;
}

/// The default ranking of samples. No metric: no ranking.
Ranking worst_by(const Material& m) {
  if (const auto ranking = ranking_by_requirement(m)) return *ranking;
  for (const char* name : {"max_tracking_error_m", "max_distance_from_start_m"}) {
    if (has_metric(m, name)) return {name, -INFINITY, 0, fmt::format("largest {}", name)};
  }
  if (m.summary.metrics.empty()) return {};
  const std::string& first = m.summary.metrics.front().name;
  return {first, -INFINITY, 0, "largest " + first};
}

void choose_worst(const Material& m, DrawnSamples& out) {
  constexpr std::size_t how_many = 3;
  const Ranking by = worst_by(m);
  if (by.metric.empty()) return;
  const std::vector<double> values = read_sample_column(m.file, metric_prefix + by.metric);
  const std::vector<std::int64_t> samples = m.file.trace_samples();
  std::vector<DrawnSamples::One> all;
  for (const std::int64_t trace : shown_traces(m)) {
    const std::int64_t sample = samples[static_cast<std::size_t>(trace)];
    if (!std::isnan(values[static_cast<std::size_t>(sample)])) all.push_back({sample, trace});
  }
  if (all.size() < 2) return;
  const auto margin = [&](const DrawnSamples::One& one) {
    return by.margin(values[static_cast<std::size_t>(one.sample)]);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return margin(a) < margin(b); });
  all.resize(std::min(all.size(), how_many));
  out.traced = all;
  out.words = fmt::format("the {} with the {}, among the traced samples", all.size(), by.words);
}

}  // namespace

std::vector<std::int64_t> shown_traces(const Material& m) {
  return traces_by_group(m.file, m.samples)[m.group()];
}

DrawnSamples drawn_samples(const Material& m) {
  DrawnSamples out;
  if (m.options.lines.is_empty()) {
    choose_worst(m, out);
    return out;
  }
  const std::vector<std::int64_t> traced = m.file.trace_samples();
  for (const std::int64_t sample : choose_samples(m.file, m.samples, m.options.lines).numbers) {
    const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
    if (at == traced.end() || *at != sample) {
      out.untraced.push_back(sample);
    } else if (out.traced.size() < most_lines) {
      out.traced.push_back({sample, at - traced.begin()});
    }
  }
  out.words = m.options.lines.text();
  return out;
}

std::string untraced_note(const Material& m, const DrawnSamples& drawn) {
  if (drawn.untraced.empty()) return "";
  constexpr std::size_t most = 10;
  std::vector<std::int64_t> named(
      drawn.untraced.begin(),
      drawn.untraced.begin() + static_cast<std::ptrdiff_t>(std::min(most, drawn.untraced.size())));
  return fmt::format(
      "<p class=\"note\">Not drawn, because there is no trace: sample {}{}. Fly them again with "
      "all signals: <code>{}</code></p>\n",
      fmt::join(named, ", "),
      drawn.untraced.size() > most ? fmt::format(" and {} more", drawn.untraced.size() - most) : "",
      text(m.command("replay", fmt::format("--sample {} -o replayed.h5", fmt::join(named, ",")))));
}

}  // namespace montecopter::report
