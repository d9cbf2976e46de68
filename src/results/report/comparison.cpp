#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/table.hpp"
#include "results/compare/report.hpp"
#include "results/report/chart.hpp"
#include "results/report/commands.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/summarise/report.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_compared = 200;
constexpr std::size_t most_forest_rows = 24;

/// Letter of a result: A is the first, B the next.
char letter_of(std::size_t place) { return static_cast<char>('A' + place); }

/// The comparison of one result with the first.
struct ComparedResult {
  const Material& a;
  const Material& b;
  char letter;  ///< letter of the second result
  const compare::Contrast& found;
  const compare::Sources& sources;

  std::string command(const std::string& options = "") const {
    return fmt::format("montecopter compare {} {}{}{}", shell_word(a.name), shell_word(b.name),
                       options.empty() ? "" : " ", options);
  }
  std::string label(const std::string& name, std::size_t point) const {
    return compare::label(found, sources, name, point);
  }
};

/// One picture with the differences of all metrics, in standard deviations of the first result.
std::string forest(const ComparedResult& held) {
  std::vector<std::string> names;
  std::vector<double> at, low, high;
  for (const compare::MetricContrast& row : held.found.metrics) {
    if (!(row.a.sd > 0) || !std::isfinite(row.difference.mean)) continue;
    if (names.size() >= most_forest_rows) break;
    names.push_back(held.label(row.name, row.point));
    at.push_back(row.difference.mean / row.a.sd);
    low.push_back(row.interval.low / row.a.sd), high.push_back(row.interval.high / row.a.sd);
  }
  if (names.empty()) return "";
  Axis x = Axis::empty(fmt::format("difference ({} − A) in standard deviations of A", held.letter));
  x.include(0), x.include(at), x.include(low), x.include(high);
  const auto rows = static_cast<double>(names.size());
  Chart chart(fmt::format("comparison-{}", held.letter), "Differences of means", x.padded(),
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
                             names.size(), held.a.name, held.b.name));
  return "<div class=\"grid\">\n" + chart.figure(recompute(held.command())) + "</div>\n";
}

std::string table_of(const ComparedResult& held) {
  const std::vector<compare::MetricContrast>& rows = held.found.metrics;
  const std::string b(1, held.letter);
  const std::string cut = rows.size() > most_compared
                              ? fmt::format(" (the first {} of {})", most_compared, rows.size())
                              : "";
  HtmlTable table(
      fmt::format("Metrics, most significant difference first{}; differences are {} − A", cut, b),
      {"metric", "unit", "mean of A", "mean of " + b, "difference", "95 % interval", "p (Holm)",
       ""});
  for (std::size_t k = 0; k < rows.size() && k < most_compared; ++k) {
    const compare::MetricContrast& row = rows[k];
    table.row({text(held.label(row.name, row.point)), text(row.unit), number(row.a.mean),
               number(row.b.mean), number(row.difference.mean),
               "[" + number(row.interval.low) + ", " + number(row.interval.high) + "]",
               number(row.adjusted, 2), row.differs() ? "differs" : ""});
  }
  return table.html();
}

std::string passes_of(const ComparedResult& held) {
  HtmlTable table("Samples that pass", {"criterion", "A", std::string(1, held.letter), "p (Holm)"});
  for (const compare::PassContrast& row : held.found.passes) {
    const auto share = [](const statistics::PassCount& of) {
      return fmt::format("{} of {}", of.count, of.of);
    };
    table.row({text(held.label(row.name, row.point)), share(row.a), share(row.b),
               number(row.adjusted, 2)});
  }
  return table.empty() ? "" : table.html();
}

/// The section of one result compared with the first.
std::string block(const Material& m, const Material& other, char called) {
  if (!m.scenario || !other.scenario) {
    return "<p class=\"none\">No comparison: this version of the program cannot load the scenario "
           "of one result.</p>\n";
  }
  const compare::Campaign a(m.file, m.scenario->scenario, m.samples);
  const compare::Campaign b(other.file, other.scenario->scenario, other.samples);
  const compare::Sources sources{a, b, m.verified && other.verified};
  const compare::Contrast found = compare::compare_campaigns(a, b, {});
  const ComparedResult held{m, other, called, found, sources};
  return "<p>" + text(compare::pairing_text(found), most_of_text) + "</p>\n" + forest(held) +
         table_of(held) + passes_of(held) + recompute(held.command());
}

std::string line_about(const Material& of, char called) {
  const std::string hash = of.file.content_sha256();
  std::string ended = headline(of.summary);
  if (ended.ends_with('\n')) ended.pop_back();
  return fmt::format("<li>{} is <code>{}</code>: {}; content sha256 {}{}</li>\n", called,
                     text(of.name), to_command(of.command("stats"), text(ended, most_of_text)),
                     hash.empty() ? "none: the file is not finished" : "<code>" + hash + "</code>",
                     of.verified ? "" : " (not verified)");
}

/// The group that corresponds to the shown group of the first result; nullptr if there is none.
const GroupSummary* shown_group(const Material& m, const Material& of) {
  if (m.summary.is_sweep() != of.summary.is_sweep()) return nullptr;
  const std::vector<GroupSummary>& groups = of.summary.groups;
  return m.group() < groups.size() ? &groups[m.group()] : nullptr;
}

std::string mean_cell(const Material& of, const GroupSummary* group, const std::string& metric) {
  if (group == nullptr) return "–";
  for (std::size_t k = 0; k < of.summary.metrics.size(); ++k) {
    if (of.summary.metrics[k].name != metric) continue;
    const MeanInterval& mean = group->means[k];
    std::string value = number(group->rows[k][statistic("mean")]);
    if (!std::isfinite(mean.low)) return value;
    return value + "<small>[" + number(mean.low) + ", " + number(mean.high) + "]</small>";
  }
  return "–";
}

/// A table with the means of all results, for the metrics of the first.
std::string side_by_side(const Material& m, const std::vector<const Material*>& all) {
  std::vector<std::string> header = {"metric", "unit"};
  const std::string point = m.summary.is_sweep() ? fmt::format("--point {}", m.options.point) : "";
  for (std::size_t k = 0; k < all.size(); ++k) {
    header.push_back(to_command(all[k]->command("stats", point), std::string(1, letter_of(k))));
  }
  const std::size_t shown = std::min(most_compared, m.summary.metrics.size());
  HtmlTable table(
      fmt::format("Means of the samples that ended ok, with their 95 % intervals{}{}",
                  m.summary.is_sweep() ? ", " + m.point_text() : "",
                  shown < m.summary.metrics.size() ? fmt::format(" (the first {} of {} metrics)",
                                                                 shown, m.summary.metrics.size())
                                                   : ""),
      header);
  for (std::size_t k = 0; k < shown; ++k) {
    const SummaryMetric& metric = m.summary.metrics[k];
    std::vector<std::string> row = {text(metric.name), text(metric.unit)};
    for (const Material* of : all) row.push_back(mean_cell(*of, shown_group(m, *of), metric.name));
    table.row(row);
  }
  return table.html();
}

}  // namespace

std::optional<Section> comparison_section(const Material& m) {
  if (m.others.empty()) return std::nullopt;
  std::vector<const Material*> all = {&m};
  all.insert(all.end(), m.others.begin(), m.others.end());
  Section section{"comparison", "Comparison", "<ul>\n"};
  for (std::size_t k = 0; k < all.size(); ++k) section.html += line_about(*all[k], letter_of(k));
  section.html += "</ul>\n";
  if (all.size() > 2) section.html += side_by_side(m, all);
  for (std::size_t k = 1; k < all.size(); ++k) {
    if (all.size() > 2) {
      section.html +=
          fmt::format("<h3>{} compared with A: {}</h3>\n", letter_of(k), text(all[k]->name));
    }
    section.html += block(m, *all[k], letter_of(k));
  }
  return section;
}

}  // namespace montecopter::report
