#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/index.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/summarise/report.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_sweep_charts = 12;
constexpr std::size_t most_sweep_rows = 400;

/// An axis of the sweep for drawing: numbers, or sets by their names in the order of the points.
struct SweptAxis {
  std::string path;
  std::vector<double> at;          ///< position of each point
  std::vector<std::string> names;  ///< names of sets
};

SweptAxis axis_of(const Material& m, std::size_t which) {
  SweptAxis axis;
  axis.path = m.samples.groups.front().values[which].path;
  for (const Group& group : m.samples.groups) {
    const SweepValue& value = group.values[which];
    const auto number = value.is_number ? parse_double(value.text) : std::nullopt;
    if (number) {
      axis.at.push_back(*number);
      continue;
    }
    const auto known = std::find(axis.names.begin(), axis.names.end(), value.text);
    axis.at.push_back(static_cast<double>(known - axis.names.begin()));
    if (known == axis.names.end()) axis.names.push_back(value.text);
  }
  return axis;
}

Axis drawn_axis(const SweptAxis& of) {
  Axis axis = Axis::empty(of.path);
  axis.include(of.at);
  if (!of.names.empty()) axis.low -= 0.5, axis.high += 0.5;
  return axis;
}

std::vector<double> column(const Material& m, std::size_t metric, std::size_t which) {
  std::vector<double> values;
  for (const GroupSummary& group : m.summary.groups) values.push_back(group.rows[metric][which]);
  return values;
}

bool varies(const std::vector<double>& values) {
  const auto first =
      std::find_if(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  return std::any_of(first, values.end(),
                     [&](double v) { return std::isfinite(v) && v != *first; });
}

void draw_bounds_of(const Material& m, const std::string& metric, Chart& chart) {
  if (!m.scenario) return;
  for (const auto& [name, requirement] : m.scenario->scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    if (judged == nullptr || judged->metric.value_or(name) != metric) continue;
    if (judged->at_most) chart.horizontal(*judged->at_most, "bound", name + ": at most");
    if (judged->at_least) chart.horizontal(*judged->at_least, "bound", name + ": at least");
  }
}

std::string unit_label(const SummaryMetric& metric) {
  return metric.unit.empty() || metric.unit == "1" ? metric.name
                                                   : metric.name + " [" + metric.unit + "]";
}

std::string line_chart(const Material& m, const SweptAxis& axis, std::size_t metric) {
  const auto stat = [&](std::size_t which) { return column(m, metric, which); };
  const std::vector<double> mean = stat(statistic("mean")), q05 = stat(statistic("q05")),
                            q95 = stat(statistic("q95"));
  // Points in the order of the axis, which may differ from the order of the sweep.
  std::vector<std::size_t> order(mean.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return axis.at[a] < axis.at[b]; });
  const auto sorted = [&](const std::vector<double>& values) {
    std::vector<double> out;
    for (const std::size_t k : order) out.push_back(values[k]);
    return out;
  };
  const std::vector<double> x = sorted(axis.at);
  Axis y = Axis::empty(unit_label(m.summary.metrics[metric]));
  y.include(mean), y.include(q05), y.include(q95);
  Chart chart(fmt::format("sweep-{}", metric), m.summary.metrics[metric].name,
              axis.names.empty() ? drawn_axis(axis).padded() : drawn_axis(axis), y.padded());
  if (!axis.names.empty()) {
    chart.name_columns(axis.names);
    for (std::size_t k = 0; k < mean.size(); ++k) {
      chart.box(axis.at[k] - 0.2, axis.at[k] + 0.2, q05[k], q95[k], "narrow", "5 to 95 %", 1,
                k == 0 ? "5 to 95 % of the samples" : "");
    }
  } else {
    chart.band(x, sorted(q05), sorted(q95), "narrow", "5 to 95 % of the samples");
    chart.line(x, sorted(mean), "mean", "");
  }
  chart.points(x, sorted(mean), "mean", "mean");
  draw_bounds_of(m, m.summary.metrics[metric].name, chart);
  Json series = Json::array();
  const auto add = [&](const char* name, const std::vector<double>& values) {
    Json one = Json::object();
    one.set("name", Json::text(name)).set("y", number_list(sorted(values)));
    series.add(std::move(one));
  };
  add("mean", mean), add("q05", q05), add("q95", q95);
  chart.data("x", number_list(x)).data("series", std::move(series));
  chart.describe(
      fmt::format("{} over {}: mean, and band from 5 % to 95 % of the samples, at {} points.",
                  m.summary.metrics[metric].name, axis.path, mean.size()));
  return chart.figure(
      recompute(m.command("stats", "--metric " + shell_word(m.summary.metrics[metric].name))));
}

/// Borders half-way between neighbours.
std::vector<double> borders(std::vector<double> at) {
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  std::vector<double> out;
  const double first = at.size() > 1 ? (at[1] - at[0]) / 2 : 0.5;
  out.push_back(at.front() - first);
  for (std::size_t k = 1; k < at.size(); ++k) out.push_back((at[k - 1] + at[k]) / 2);
  out.push_back(at.back() + (at.size() > 1 ? (at.back() - at[at.size() - 2]) / 2 : 0.5));
  return out;
}

std::string map_chart(const Material& m, const SweptAxis& a, const SweptAxis& b,
                      std::size_t metric) {
  const std::vector<double> mean = column(m, metric, statistic("mean"));
  const std::vector<double> xs = borders(a.at), ys = borders(b.at);
  Axis x{a.path, xs.front(), xs.back(), false}, y{b.path, ys.front(), ys.back(), false};
  Chart chart(fmt::format("sweep-{}", metric), m.summary.metrics[metric].name, x, y, 300);
  a.names.empty() ? chart.mark_x(a.at) : chart.name_columns(a.names);
  b.names.empty() ? chart.mark_y(b.at) : chart.name_rows(b.names);
  double low = INFINITY, high = -INFINITY;
  for (const double v : mean) {
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
  const auto cell = [](const std::vector<double>& edges, double at) {
    return count_up_to(edges, at) - 1;
  };
  for (std::size_t k = 0; k < mean.size(); ++k) {
    const std::size_t i = cell(xs, a.at[k]), j = cell(ys, b.at[k]);
    const bool known = std::isfinite(mean[k]);
    chart.box(xs[i], xs[i + 1], ys[j], ys[j + 1], known ? "heat" : "unknown",
              fmt::format("{}: {}", group_text(m.samples.groups[k]), significant(mean[k])),
              known && high > low ? 0.06 + 0.92 * (mean[k] - low) / (high - low) : 0.06);
  }
  chart.describe(fmt::format("Mean of {} over {} and {}: from {} (light) to {} (full colour).",
                             m.summary.metrics[metric].name, a.path, b.path, significant(low),
                             significant(high)));
  chart.data("x_at", number_list(a.at))
      .data("y_at", number_list(b.at))
      .data("mean", number_list(mean));
  const std::string scale = fmt::format(
      "<p class=\"scale\">mean of {}: <span>{} <svg viewBox=\"0 0 120 10\" "
      "aria-hidden=\"true\"><defs><linearGradient "
      "id=\"heat-{}\"><stop offset=\"0\" class=\"heat-stop\" stop-opacity=\"0.06\"/><stop "
      "offset=\"1\" "
      "class=\"heat-stop\" stop-opacity=\"0.98\"/></linearGradient></defs><rect width=\"120\" "
      "height=\"10\" "
      "fill=\"url(#heat-{})\"/></svg> {}</span></p>\n",
      text(unit_label(m.summary.metrics[metric])), number(low), metric, metric, number(high));
  return chart.figure(
      scale +
      recompute(m.command("stats", "--metric " + shell_word(m.summary.metrics[metric].name))));
}

std::string point_table(const Material& m, const std::vector<std::size_t>& metrics) {
  std::vector<std::string> header = {"point"};
  for (const SweepValue& value : m.samples.groups.front().values)
    header.push_back(text(value.path));
  header.insert(header.end(), {"ok", "failed"});
  for (const std::size_t k : metrics)
    header.push_back("mean " + text(unit_label(m.summary.metrics[k])));
  HtmlTable table("All points", header);
  for (std::size_t g = 0; g < m.summary.groups.size() && g < most_sweep_rows; ++g) {
    const GroupSummary& group = m.summary.groups[g];
    std::vector<std::string> row = {fmt::format("{}", g)};
    for (const SweepValue& value : group.group.values) row.push_back(text(value.text));
    std::int64_t failed = 0;
    for (const Status status : all_statuses) {
      if (is_failure(status)) failed += group.counts[status];
    }
    row.push_back(count(group.counts[Status::ok]));
    row.push_back(count(failed));
    for (const std::size_t k : metrics) row.push_back(number(group.rows[k][statistic("mean")]));
    table.row(row, m.command("stats", fmt::format("--point {}", g)), failed > 0 ? "bad" : "");
  }
  return table.html();
}

}  // namespace

std::optional<Section> sweep_section(const Material& m) {
  if (!m.summary.is_sweep() || m.summary.groups.front().group.values.empty()) return std::nullopt;
  const std::size_t axes = m.samples.groups.front().values.size();
  Section section{"sweep", "Sweep", ""};
  std::vector<std::size_t> shown;
  std::size_t moving = 0;
  for (std::size_t k = 0; k < m.summary.metrics.size(); ++k) {
    if (!varies(column(m, k, statistic("mean")))) continue;
    ++moving;
    if (shown.size() < most_sweep_charts) shown.push_back(k);
  }
  section.html =
      fmt::format("<p>{} over {} {}.{}</p>\n", counted(m.summary.groups.size(), "point"), axes,
                  axes == 1 ? "axis" : "axes",
                  moving > shown.size()
                      ? fmt::format(" {} of {} metrics that vary are drawn.", shown.size(), moving)
                      : "");
  if (axes <= 2) {
    const SweptAxis a = axis_of(m, 0);
    section.html += "<div class=\"grid\">\n";
    for (const std::size_t k : shown) {
      section.html += axes == 1 ? line_chart(m, a, k) : map_chart(m, a, axis_of(m, 1), k);
    }
    section.html += "</div>\n";
  } else {
    section.html +=
        "<p class=\"none\">No charts, because the sweep has more than two axes. The table has all "
        "points.</p>\n";
  }
  section.html += fmt::format("<details><summary>Table of {}</summary>\n{}{}</details>\n",
                              counted(std::min(most_sweep_rows, m.summary.groups.size()), "point"),
                              point_table(m, shown), recompute(m.command("stats")));
  return section;
}

}  // namespace montecopter::report
