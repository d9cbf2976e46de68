#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/words.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/requirements/bands.hpp"
#include "results/summarise/report.hpp"
#include "scenario/epistemic.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_boxes = 12;
const std::vector<double> box_percents = {0,  1,  2,  5,  10, 15, 20, 25, 30, 35, 40, 45, 50,
                                          55, 60, 65, 70, 75, 80, 85, 90, 95, 98, 99, 100};

bool has_epistemic_axis(const Material& m) {
  const auto& values = m.samples.groups.front().values;
  return std::any_of(values.begin(), values.end(),
                     [](const SweepValue& value) { return value.path == epistemic_axis; });
}

bool is_wide(const MetricBand& metric) {
  return std::any_of(metric.quantiles.begin(), metric.quantiles.end(), [](const PointRange& q) {
    return std::isfinite(q.low.value) && q.high.value > q.low.value;
  });
}

std::string box_chart(const Material& m, const MetricBand& metric, const std::string& id) {
  std::vector<double> low, high;
  for (const PointRange& q : metric.quantiles) {
    low.push_back(q.low.value), high.push_back(q.high.value);
  }
  const bool has_unit = !metric.unit.empty() && metric.unit != "1";
  Axis y = Axis::empty(has_unit ? metric.name + " [" + metric.unit + "]" : metric.name);
  y.include(low), y.include(high);
  Chart chart(id, metric.name, {"fraction of flights below [%]", 0, 100, false}, y.padded());
  chart.band(box_percents, low, high, "narrow", "range over the points");
  chart.line(box_percents, low, "mean", "lowest and highest point");
  chart.line(box_percents, high, "mean", "");
  chart.describe(
      fmt::format("p-box of {}: lowest and highest quantile over the points.", metric.name));
  chart.data("percent", number_list(box_percents))
      .data("low", number_list(low))
      .data("high", number_list(high));
  return chart.figure(recompute(m.command("bands", "--metric " + shell_word(metric.name))));
}

std::string requirement_table(const Band& band) {
  HtmlTable table("Requirements over all points",
                  {"requirement", "verdict", "met", "violated", "undecided", "lowest", "at point",
                   "highest", "at point"});
  for (const RequirementBand& one : band.requirements) {
    const auto verdict = one.verdict();
    table.row(
        {text(one.name + ": " + one.statement), std::string(name_of(verdict)),
         count(static_cast<std::int64_t>(one.met)), count(static_cast<std::int64_t>(one.violated)),
         count(static_cast<std::int64_t>(one.undecided)), number(one.observed.low.value),
         count(static_cast<std::int64_t>(one.observed.low.point)), number(one.observed.high.value),
         count(static_cast<std::int64_t>(one.observed.high.point))},
        "", verdict == statistics::Verdict::violated ? "bad" : "");
  }
  return table.html();
}

}  // namespace

std::optional<Section> bands_section(const Material& m) {
  if (!has_epistemic_axis(m)) return std::nullopt;
  const Bands bands = bands_of(m.summary, quantiles_of(m.file, m.samples, m.summary, box_percents),
                               m.judgements.value_or(Judgements{}), std::string(epistemic_axis));
  Section section{"bands", "Epistemic inputs", ""};
  for (std::size_t k = 0; k < bands.bands.size(); ++k) {
    const Band& band = bands.bands[k];
    section.html += fmt::format("<p>{}{}. Between the points, bands may be wider.</p>\n",
                                counted(band.points.size(), "point"),
                                band.other_axes.empty() ? "" : " with " + text(band.other_axes));
    if (!band.requirements.empty()) section.html += requirement_table(band);
    section.html += "<div class=\"grid\">\n";
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < band.metrics.size() && drawn < most_boxes; ++i) {
      if (!is_wide(band.metrics[i])) continue;
      section.html += box_chart(m, band.metrics[i], fmt::format("box-{}-{}", k, i));
      ++drawn;
    }
    section.html += "</div>\n";
  }
  return section;
}

}  // namespace montecopter::report
