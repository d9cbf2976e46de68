#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/table.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/sensitivity/designed.hpp"
#include "results/sensitivity/sensitivity.hpp"
#include "results/summarise/round_off.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_tornados = 6;
constexpr std::size_t most_tornado_rows = 12;
/// Most samples times inputs times resamples, to limit the time for a page to seconds.
constexpr double most_work = 4e7;

/// One bar of a tornado, from low to high, with a mark and an interval.
struct TornadoBar {
  std::string input;
  double from = 0, to = 0;
  double low = NAN, high = NAN;  ///< interval of the number at the end of the bar
  bool is_shown = true;          ///< the effect is significant
};

std::string tornado(const Material& m, const std::string& id, const std::string& metric,
                    const std::string& measure, std::vector<TornadoBar> bars) {
  const std::size_t all = bars.size();
  bars.resize(std::min(bars.size(), most_tornado_rows));
  Axis x = Axis::empty(measure);
  x.include(0);
  std::vector<std::string> names;
  std::vector<double> ends, lows, highs;
  for (const TornadoBar& bar : bars) {
    for (const double v : {bar.from, bar.to, bar.low, bar.high}) x.include(v);
    names.push_back(bar.input);
    ends.push_back(bar.to), lows.push_back(bar.low), highs.push_back(bar.high);
  }
  const auto rows = static_cast<double>(bars.size());
  // Rows count downwards: the most important input is on top.
  Chart chart(id, metric, x.padded(), {metric, rows - 0.5, -0.5, false}, 80 + 20 * rows);
  chart.name_rows(names);
  for (std::size_t k = 0; k < bars.size(); ++k) {
    const TornadoBar& bar = bars[k];
    const auto at = static_cast<double>(k);
    chart.box(bar.from, bar.to, at - 0.3, at + 0.3, bar.is_shown ? "bar" : "bar chance",
              fmt::format("{}: {}{}", bar.input, significant(bar.to),
                          std::isfinite(bar.low)
                              ? fmt::format(", 95 % interval {} to {}", significant(bar.low),
                                            significant(bar.high))
                              : ""));
    if (std::isfinite(bar.low)) chart.line({bar.low, bar.high}, {at, at}, "interval-line", "");
  }
  chart.vertical(0, "zero", "");
  Json inputs = Json::array();
  for (const std::string& name : names) inputs.add(Json::text(name));
  chart.data("inputs", std::move(inputs)).data("value", number_list(ends));
  chart.data("low", number_list(lows)).data("high", number_list(highs));
  chart.describe(
      fmt::format("Sensitivity of {}: {} by input, most important first.", metric, measure));
  return chart.figure(
      (all > bars.size()
           ? fmt::format("<p class=\"note\">The first {} of {} inputs.</p>\n", bars.size(), all)
           : "") +
      recompute(m.command("sensitivity", "--metric " + shell_word(metric), true)));
}

/// A few metrics to analyse: metrics of requirements first, then other metrics that vary.
Summary asked_of(const Material& m) {
  Summary summary = m.summary;
  std::vector<std::size_t> order;
  const auto add = [&](std::size_t k) {
    const StatisticsRow& row = summary.groups[m.group()].rows[k];
    if (order.size() >= most_tornados || std::count(order.begin(), order.end(), k) > 0) return;
    // A spread at round-off level has no causes.
    const double mean = row[statistic("mean")], sd = row[statistic("sd")];
    if (std::isfinite(sd) && !is_round_off(sd, summary.metrics[k].unit, mean)) order.push_back(k);
  };
  if (m.scenario) {
    for (const auto& [name, requirement] : m.scenario->scenario.requirement) {
      const JudgedMetric* judged = judged_metric(requirement);
      for (std::size_t k = 0; k < summary.metrics.size(); ++k) {
        if (judged != nullptr && summary.metrics[k].name == judged->metric.value_or(name)) add(k);
      }
    }
  }
  for (std::size_t k = 0; k < summary.metrics.size(); ++k) add(k);
  std::sort(order.begin(), order.end());
  GroupSummary shown = summary.groups[m.group()];
  std::vector<SummaryMetric> metrics;
  shown.rows.clear(), shown.means.clear();
  for (const std::size_t k : order) {
    metrics.push_back(summary.metrics[k]);
    shown.rows.push_back(summary.groups[m.group()].rows[k]);
    shown.means.push_back(summary.groups[m.group()].means[k]);
  }
  summary.metrics = metrics;
  summary.groups = {shown};
  return summary;
}

std::string by_samples(const Material& m) {
  const Summary summary = asked_of(m);
  statistics::EffectSettings settings;
  const double inputs = m.scenario ? static_cast<double>(m.scenario->scenario.disperse.size()) : 1;
  const double work = static_cast<double>(m.summary.groups[m.group()].counts[Status::ok]) *
                      static_cast<double>(settings.resamples) * std::max(1.0, inputs);
  if (work > most_work) {
    return "<p class=\"none\">Not computed for this page, because it would take too long for this "
           "number of samples. Run the command:</p>\n" +
           recompute(m.command("sensitivity", "", true));
  }
  const Sensitivity found = montecopter::sensitivity(m.file, m.samples, summary, settings);
  const GroupSensitivity& group = found.groups.front();
  std::string html =
      "<p>Rank correlation (Spearman) of each input with the metric, with its 95 % interval. Pale "
      "bars are not significant.</p>\n<div class=\"grid\">\n";
  for (std::size_t k = 0; k < group.metrics.size(); ++k) {
    const MetricSensitivity& metric = group.metrics[k];
    if (!metric.has_effects()) continue;
    std::vector<TornadoBar> bars;
    for (const std::size_t i : metric.by_importance) {
      const statistics::Estimate& r = metric.effects.inputs[i].rank_correlation;
      bars.push_back({group.inputs[i].name, 0, r.value, r.interval.low, r.interval.high,
                      metric.beyond_chance[i]});
    }
    html +=
        tornado(m, fmt::format("tornado-{}", k), metric.name, "rank correlation", std::move(bars));
  }
  return html + "</div>\n";
}

/// Makes the bars for each kind of finding.
struct BarsOf {
  const DesignedSensitivity& all;
  std::size_t input;
  TornadoBar operator()(const statistics::OutputIndices& of) const {
    const statistics::Estimate& total = of.inputs[input].total;
    return {
        name(), 0, total.value, total.interval.low, total.interval.high, total.interval.low > 0};
  }
  TornadoBar operator()(const MorrisFindings& of) const {
    const SampleMoments& size = of.inputs[input].size;
    return {name(), 0, size.mean, size.mean - 2 * size.se, size.mean + 2 * size.se, true};
  }
  TornadoBar operator()(const OneAtATimeFindings& of) const {
    double low = 0, high = 0;
    for (const SampleMoments& change : of.inputs[input].changes) {
      low = std::min(low, change.mean), high = std::max(high, change.mean);
    }
    return {name(), low, high, NAN, NAN, true};
  }
  const std::string& name() const { return all.inputs[input].name; }
};

std::string by_design(const Material& m) {
  const DesignedSensitivity found =
      designed_sensitivity(m.file, m.samples, asked_of(m), make_plan(*m.scenario), {});
  std::string html = fmt::format(
      "<p>From the sampling design <code>{}</code>, most important input first.</p>\n"
      "<div class=\"grid\">\n",
      text(found.design));
  const DesignedGroup& group = found.groups.front();
  for (std::size_t k = 0; k < group.metrics.size(); ++k) {
    const DesignedMetric& metric = group.metrics[k];
    if (!metric.findings) continue;
    std::vector<TornadoBar> bars;
    for (const std::size_t i : metric.by_importance)
      bars.push_back(std::visit(BarsOf{found, i}, *metric.findings));
    html += tornado(m, fmt::format("tornado-{}", k), metric.name, std::string(found.study.measure),
                    std::move(bars));
  }
  return html + "</div>\n";
}

}  // namespace

std::optional<Section> sensitivity_section(const Material& m) {
  const bool has_inputs = m.scenario && !m.scenario->scenario.disperse.empty();
  if (!has_inputs) return std::nullopt;
  Section section{"sensitivity", "Sensitivity", ""};
  try {
    section.html = compares_samples(m.summary.sampling.design) ? by_design(m) : by_samples(m);
  } catch (const Error& error) {  // too few samples, say: the section shows the reason
    section.html = "<p class=\"none\">" + text(error.what(), most_of_text) + "</p>\n";
  }
  return section;
}

}  // namespace montecopter::report
