#include "report/drawn_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plan/column_names.hpp"
#include "report/html.hpp"
#include "summarise/signals.hpp"

namespace montecopter::report {
namespace {

struct WorstBy {
  std::string metric;
  bool smallest = false;
};

/// By what samples are the worst where nobody says it.
WorstBy worst_by(const Material& m) {
  const auto has = [&](const std::string& name) {
    return std::any_of(m.summary.metrics.begin(), m.summary.metrics.end(),
                       [&](const SummaryMetric& one) { return one.name == name; });
  };
  if (m.scenario) {
    for (const auto& [name, requirement] : m.scenario->scenario.requirement) {
      const JudgedMetric* judged = judged_metric(requirement);
      if (judged == nullptr) continue;
      const std::string metric = judged->metric.value_or(name);
      if (has(metric)) return {metric, !judged->at_most && judged->at_least.has_value()};
    }
  }
  for (const char* name : {"max_tracking_error_m", "max_position_error_m"}) {
    if (has(name)) return {name};
  }
  return {m.summary.metrics.empty() ? "" : m.summary.metrics.front().name};
}

void choose_worst(const Material& m, DrawnSamples& out) {
  constexpr std::size_t how_many = 3;
  const WorstBy by = worst_by(m);
  if (by.metric.empty()) return;
  const std::vector<double> values = read_sample_column(m.file, metric_prefix + by.metric);
  const std::vector<std::int64_t> samples = m.file.trace_samples();
  std::vector<DrawnSamples::One> all;
  for (const std::int64_t trace : shown_traces(m)) {
    const std::int64_t sample = samples[static_cast<std::size_t>(trace)];
    if (!std::isnan(values[static_cast<std::size_t>(sample)])) all.push_back({sample, trace});
  }
  if (all.size() < 2) return;
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    const double x = values[static_cast<std::size_t>(a.sample)];
    const double y = values[static_cast<std::size_t>(b.sample)];
    return by.smallest ? x < y : x > y;
  });
  all.resize(std::min(all.size(), how_many));
  out.traced = all;
  out.words = fmt::format("of the traced samples the {} with the {} {}", all.size(),
                          by.smallest ? "smallest" : "largest", by.metric);
}

}  // namespace

std::vector<std::int64_t> shown_traces(const Material& m) {
  return traces_by_group(m.file, m.samples)[m.group()];
}

DrawnSamples drawn_samples(const Material& m) {
  DrawnSamples out;
  if (m.wishes.lines.is_empty()) {
    choose_worst(m, out);
    return out;
  }
  const std::vector<std::int64_t> traced = m.file.trace_samples();
  for (const std::int64_t sample : choose_samples(m.file, m.samples, m.wishes.lines).numbers) {
    const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
    if (at == traced.end() || *at != sample) {
      out.untraced.push_back(sample);
    } else if (out.traced.size() < most_lines) {
      out.traced.push_back({sample, at - traced.begin()});
    }
  }
  out.words = m.wishes.lines.text();
  return out;
}

std::string untraced_note(const Material& m, const DrawnSamples& drawn) {
  if (drawn.untraced.empty()) return "";
  constexpr std::size_t most = 10;
  std::vector<std::int64_t> named(
      drawn.untraced.begin(),
      drawn.untraced.begin() + static_cast<std::ptrdiff_t>(std::min(most, drawn.untraced.size())));
  return fmt::format(
      "<p class=\"note\">Without a trace, and so not drawn: sample {}{}. <code>{}</code> flies "
      "them "
      "again with all signals.</p>\n",
      fmt::join(named, ", "),
      drawn.untraced.size() > most ? fmt::format(" and {} more", drawn.untraced.size() - most) : "",
      text(m.command("replay", fmt::format("--sample {} -o replayed.h5", fmt::join(named, ",")))));
}

}  // namespace montecopter::report
