#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/base/words.hpp"
#include "results/report/chart.hpp"
#include "results/report/histogram.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/summarise/round_off.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter::report {
namespace {

/// Finite values of the samples that ended ok at the shown point, ascending.
std::vector<double> values_of(const Material& m, const std::string& metric) {
  const std::vector<double> column = read_sample_column(m.file, metric_prefix + metric);
  std::vector<double> values;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (!m.is_shown(i) || m.samples.status[i] != Status::ok) continue;
    if (std::isfinite(column[i])) values.push_back(column[i]);
  }
  sort_ascending(values);
  return values;
}

/// Bounds of the requirements on a metric, as lines.
void draw_bounds(const Material& m, const std::string& metric, Chart& chart) {
  if (!m.scenario) return;
  for (const auto& [name, requirement] : m.scenario->scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    if (judged == nullptr || judged->metric.value_or(name) != metric) continue;
    const auto draw = [&](double bound, const char* side) {
      chart.vertical(bound, "bound", fmt::format("{}: {} {:g}", name, side, bound));
    };
    if (judged->at_most) draw(*judged->at_most, "at most");
    if (judged->at_least) draw(*judged->at_least, "at least");
  }
}

std::string chart_of(const Material& m, std::size_t k, const StatisticsRow& row,
                     const MeanInterval& mean) {
  const SummaryMetric& metric = m.summary.metrics[k];
  const std::vector<double> values = values_of(m, metric.name);
  if (values.empty() || is_constant_up_to_round_off(values, metric.unit)) return "";
  const Histogram bins = histogram(values);
  Axis x = Axis::empty(with_bracketed_unit(metric.name, metric.unit)), y{"samples", 0, 1, false};
  x.include(bins.edges), y.include(bins.counts);
  y.high *= 1.05;
  Chart chart(fmt::format("metric-{}", k), metric.name, x.padded(), y, 220);
  std::vector<std::string> titles;
  for (std::size_t b = 0; b < bins.counts.size(); ++b) {
    titles.push_back(fmt::format("{} from {} to {}", counted(bins.counts[b], "sample"),
                                 significant(bins.edges[b]), significant(bins.edges[b + 1])));
  }
  if (std::isfinite(mean.low)) {
    chart.box(mean.low, mean.high, 0, y.high, "interval", "two-sided 95 % interval of the mean", 1,
              "two-sided 95 % interval of the mean");
  }
  chart.bars(bins.edges, bins.counts, "bar", titles);
  chart.vertical(row[statistic("mean")], "mean", "mean");
  chart.vertical(row[statistic("q05")], "quantile", "5 % and 95 % quantiles");
  chart.vertical(row[statistic("q95")], "quantile", "");
  draw_bounds(m, metric.name, chart);
  chart.describe(fmt::format("Histogram of {} over {} that ended ok: mean {}, from {} to {}.",
                             metric.name, counted(values.size(), "sample"),
                             significant(row[statistic("mean")]), significant(values.front()),
                             significant(values.back())));
  chart.data("edges", number_list(bins.edges)).data("counts", number_list(bins.counts));
  return chart.figure(recompute(m.command("stats", "--metric " + shell_word(metric.name), true)));
}

HtmlTable table_of(const Material& m, const GroupSummary& group) {
  HtmlTable table(fmt::format("Metrics of the samples that ended ok{}",
                              m.summary.is_sweep() ? ", " + m.point_text() : ""),
                  {"metric", "unit", "n", "mean", "two-sided 95 % interval of the mean", "sd",
                   "min", "q05", "q50", "q95", "max"});
  for (std::size_t k = 0; k < m.summary.metrics.size(); ++k) {
    const StatisticsRow row = known_statistics(m.summary, group, k);
    const MeanInterval& mean = group.means[k];
    const auto cell = [&](std::size_t which) { return number(row[which]); };
    const std::string interval =
        std::isfinite(mean.low)
            ? "<span class=\"short\">[" + number(mean.low) + ", " + number(mean.high) + "]" +
                  (is_too_skewed(m.summary, group, k)
                       ? "<abbr title=\"too skewed for this number of samples: "
                         "the coverage is below 95 %\">*</abbr>"
                       : "") +
                  "</span>"
            : "–";
    table.row({text(m.summary.metrics[k].name), text(m.summary.metrics[k].unit),
               count(static_cast<std::int64_t>(row[statistic("n")])), cell(statistic("mean")),
               interval, cell(statistic("sd")), cell(statistic("min")), cell(statistic("q05")),
               cell(statistic("q50")), cell(statistic("q95")), cell(statistic("max"))},
              m.command("stats", "--metric " + shell_word(m.summary.metrics[k].name), true));
  }
  return table;
}

}  // namespace

std::optional<Section> metrics_section(const Material& m) {
  if (m.summary.metrics.empty()) return std::nullopt;
  const GroupSummary& group = m.summary.groups[m.group()];
  Section section{"metrics", "Metrics", table_of(m, group).html()};
  bool is_any_skewed = false;
  for (std::size_t k = 0; k < m.summary.metrics.size(); ++k) {
    is_any_skewed = is_any_skewed || is_too_skewed(m.summary, group, k);
  }
  if (is_any_skewed) {
    section.html +=
        "<p class=\"note\">*: too skewed for so few samples: the interval covers less "
        "than 95 %.</p>\n";
  }
  section.html += recompute(m.command("stats", "", true));
  std::vector<std::string> constant;
  std::string charts;
  for (std::size_t k = 0; k < m.summary.metrics.size(); ++k) {
    const std::string chart = chart_of(m, k, group.rows[k], group.means[k]);
    const bool has_numbers = group.rows[k][statistic("n")] > 1;
    if (chart.empty() && has_numbers) constant.push_back(m.summary.metrics[k].name);
    charts += chart;
  }
  section.html += constant_note(constant) + "<div class=\"grid\">\n" + charts + "</div>\n";
  return section;
}

}  // namespace montecopter::report
