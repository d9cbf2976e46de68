#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/table.hpp"
#include "contrast/report.hpp"
#include "report/chart.hpp"
#include "report/html.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_compared = 200;
constexpr std::size_t most_forest_rows = 24;

/// Differences of all metrics in one picture: in standard deviations of the first result.
std::string forest(const Material& m, const contrast::Contrast& found,
                   const contrast::Sources& sources, const std::string& command) {
  std::vector<std::string> names;
  std::vector<double> at, low, high;
  for (const contrast::MetricContrast& row : found.metrics) {
    if (!(row.a.sd > 0) || !std::isfinite(row.difference.mean)) continue;
    if (names.size() >= most_forest_rows) break;
    names.push_back(contrast::label(found, sources, row.name, row.point));
    at.push_back(row.difference.mean / row.a.sd);
    low.push_back(row.interval.low / row.a.sd), high.push_back(row.interval.high / row.a.sd);
  }
  if (names.empty()) return "";
  Axis x = Axis::empty(fmt::format("difference (B − A) in standard deviations of A"));
  x.include(0), x.include(at), x.include(low), x.include(high);
  const auto rows = static_cast<double>(names.size());
  Chart chart("comparison-forest", "Differences of means", x.padded(),
              {"", rows - 0.5, -0.5, false}, 80 + 18 * rows);
  chart.name_rows(names);
  chart.vertical(0, "zero", "no difference");
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto row = static_cast<double>(k);
    chart.line({low[k], high[k]}, {row, row}, "interval-line", "");
    chart.points({at[k]}, {row}, "mean", k == 0 ? "difference, 95 % interval" : "");
  }
  Json metrics = Json::array();
  for (const std::string& name : names) metrics.add(Json::text(name));
  chart.data("metrics", std::move(metrics)).data("value", number_list(at));
  chart.data("low", number_list(low)).data("high", number_list(high));
  chart.describe(fmt::format("Differences of the means of {} metrics between {} and {}.",
                             names.size(), m.name, m.other->name));
  return "<div class=\"grid\">\n" + chart.figure(recompute(command)) + "</div>\n";
}

std::string table_of(const contrast::Contrast& found, const contrast::Sources& sources) {
  HtmlTable table(
      "Metrics, what differs most surely first; differences are B − A",
      {"metric", "unit", "mean of A", "mean of B", "difference", "95 % interval", "p (Holm)", ""});
  for (std::size_t k = 0; k < found.metrics.size() && k < most_compared; ++k) {
    const contrast::MetricContrast& row = found.metrics[k];
    table.row({text(contrast::label(found, sources, row.name, row.point)), text(row.unit),
               number(row.a.mean), number(row.b.mean), number(row.difference.mean),
               "[" + number(row.interval.low) + ", " + number(row.interval.high) + "]",
               number(row.adjusted, 2), row.adjusted <= contrast::family_error ? "differs" : ""});
  }
  return table.html();
}

std::string passes_of(const contrast::Contrast& found, const contrast::Sources& sources) {
  HtmlTable table("Samples that pass", {"what", "A", "B", "p (Holm)"});
  for (const contrast::PassContrast& row : found.passes) {
    const auto share = [](const inference::Passed& of) {
      return count(static_cast<std::int64_t>(of.count)) + " of " +
             count(static_cast<std::int64_t>(of.of));
    };
    table.row({text(contrast::label(found, sources, row.name, row.point)), share(row.a),
               share(row.b), number(row.adjusted, 2)});
  }
  return table.empty() ? "" : table.html();
}

}  // namespace

std::optional<Section> comparison_section(const Material& m) {
  if (m.other == nullptr) return std::nullopt;
  Section section{"comparison", "Comparison", ""};
  const std::string command =
      fmt::format("montecopter compare {} {}", shell_word(m.name), shell_word(m.other->name));
  section.html = fmt::format(
      "<p>A is <code>{}</code>, B is <code>{}</code> (content sha256 <code>{}</code>).</p>\n",
      text(m.name), text(m.other->name), m.other->file.content_sha256());
  if (!m.scenario || !m.other->scenario) {
    section.html +=
        "<p class=\"none\">No comparison: this version of the program cannot load the scenario of "
        "one.</p>\n";
    return section;
  }
  const contrast::Campaign a(m.file, m.scenario->scenario, m.samples);
  const contrast::Campaign b(m.other->file, m.other->scenario->scenario, m.other->samples);
  const contrast::Sources sources{a, b, m.verified && m.other->verified};
  const contrast::Contrast found = contrast::compare_campaigns(a, b, {});
  section.html += "<p>" + text(contrast::pairing_text(found), most_of_text) + "</p>\n";
  section.html += forest(m, found, sources, command) + table_of(found, sources) +
                  passes_of(found, sources) + recompute(command);
  return section;
}

}  // namespace montecopter::report
