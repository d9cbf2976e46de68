#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/report/commands.hpp"
#include "results/report/document.hpp"
#include "results/report/html.hpp"
#include "results/report/labels.hpp"
#include "results/report/sections.hpp"
#include "results/requirements/report.hpp"
#include "results/summarise/report.hpp"

namespace montecopter::report {
namespace {

using statistics::Verdict;

std::string verdict_word(const Judgement& row) {
  return row.flown == 0 ? "not flown" : std::string(name_of(row.verdict()));
}

/// A verdict with a mark: the style class is the word, and the mark needs no colour.
std::string badge(const std::string& verdict) {
  const char* mark = verdict == "met" ? "✓" : verdict == "violated" ? "✗" : "?";
  const std::string style = verdict == "not flown" ? "undecided" : verdict;
  return fmt::format("<span class=\"badge {}\">{} {}</span>", style, mark, verdict);
}

std::string outcome_table(const Material& m) {
  HtmlTable table("How the samples ended", {"status", "samples", "fraction"});
  const auto all = static_cast<double>(m.summary.samples());
  for (const Status status : all_statuses) {
    const std::int64_t n = m.summary.counts[status];
    if (n == 0 && status != Status::ok) continue;
    table.row({status_name(status), count(n), number(static_cast<double>(n) / all, 3)},
              m.command("stats", fmt::format("--where 'status == {}'", status_name(status))),
              is_failure(status) ? "bad" : "");
  }
  return table.html() + recompute(m.command("stats"));
}

/// The readable text, with the exact number for programs.
std::string data_of(const ShownNumber& shown) {
  return fmt::format("<data value=\"{}\">{}</data>", csv_number(shown.value), text(shown.text));
}

std::string requirement_table(const Material& m) {
  HtmlTable table("Requirements" + (m.summary.is_sweep() ? " at " + m.point_text() : ""),
                  {"requirement", "verdict", "statement", "samples that meet it", "observed",
                   "one-sided confidence bounds", "confidence of each bound"});
  for (const Judgement& row : m.judgements->rows) {
    if (row.group != m.group()) continue;
    const ShownNumbers shown = shown_numbers(row);
    const bool counts_samples = row.type != MeanRequirement::type_name;
    table.row({to_command(m.command("requirements"), text(row.name)) +
                   (row.text.empty() ? "" : "<small>" + text(row.text, most_of_text) + "</small>"),
               badge(verdict_word(row)), "<code>" + text(row.statement, 400) + "</code>",
               counts_samples ? count(row.met()) + " of " + count(row.flown) : "–",
               (shown.of_complement ? "1-P: " : "") + data_of(shown.observed) +
                   (row.unit == "1" ? "" : " " + text(row.unit)),
               "[" + data_of(shown.low) + ", " + data_of(shown.high) + "]" +
                   (row.is_approximate ? " (approximate)" : ""),
               fmt::format("{:g} %", 100 * row.confidence)});
  }
  return table.html() +
         "<p class=\"note\">1-P and its bounds are printed where P is above 0.99.</p>\n";
}

/// Values of the sweep at each point, one line for each axis; the point's number where unknown.
std::vector<std::string> column_heads(const std::vector<Group>& groups, std::size_t count) {
  std::vector<std::string> heads(count);
  for (std::size_t axis = 0; axis < groups.front().values.size(); ++axis) {
    std::vector<std::string> values;
    for (std::size_t g = 0; g < count; ++g) values.push_back(groups[g].values[axis].text);
    values = distinct_labels(values, 12);
    for (std::size_t g = 0; g < count; ++g) heads[g] += (axis > 0 ? "<br>" : "") + text(values[g]);
  }
  for (std::size_t g = 0; g < count; ++g) {
    if (heads[g].empty()) heads[g] = std::to_string(groups[g].point.value_or(0));
  }
  return heads;
}

/// One row for each requirement, one column for each point.
std::string matrix(const Material& m) {
  constexpr std::size_t most_points = 60;
  const std::vector<Group>& groups = m.judgements->groups;
  const std::size_t shown = std::min(groups.size(), most_points);
  std::vector<std::string> header = {"requirement"};
  const std::vector<std::string> values = column_heads(groups, shown);
  for (std::size_t g = 0; g < shown; ++g) {
    header.push_back(
        fmt::format("<span title=\"{}\">{}</span>", text(group_text(groups[g])), values[g]));
  }
  std::map<std::string, std::vector<std::string>> cells;
  for (const Judgement& row : m.judgements->rows) {
    if (row.group >= most_points) continue;
    std::vector<std::string>& line = cells[row.name];
    if (line.empty()) line.assign(header.size(), ""), line[0] = text(row.name);
    const std::string word = verdict_word(row);
    const char* mark = word == "met" ? "✓" : word == "violated" ? "✗" : "?";
    line[row.group + 1] = fmt::format(
        "<span class=\"cell {0}\" title=\"{1}: {2}, observed {3}\" role=\"img\" "
        "aria-label=\"{2}\">{4}</span>",
        word == "not flown" ? "undecided" : word, text(group_text(groups[row.group])), word,
        significant(row.finding.estimate), mark);
  }
  std::vector<std::string> paths;
  for (const SweepValue& value : groups.front().values) paths.push_back(value.path);
  HtmlTable table(fmt::format("Verdicts by sweep point; column headings: {}{}",
                              paths.empty() ? "number of the point" : join(paths, " and "),
                              groups.size() > most_points
                                  ? fmt::format(" (the first {} of {})", most_points, groups.size())
                                  : ""),
                  header);
  for (const auto& [name, line] : cells) table.row(line, m.command("requirements"), "matrix");
  return table.html();
}

/// On paper: a row for each point, with the observed values; it goes on over pages.
std::string matrix_on_paper(const Material& m) {
  const std::vector<Group>& groups = m.judgements->groups;
  std::vector<std::string> header = {"point"};
  for (const SweepValue& value : groups.front().values) header.push_back(text(value.path));
  std::vector<std::vector<std::string>> rows(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    rows[g].push_back(count(groups[g].point.value_or(0)));
    for (const SweepValue& value : groups[g].values) rows[g].push_back(text(value.text));
  }
  for (const Judgement& row : m.judgements->rows) {
    if (row.group == 0) header.push_back(text(row.name));
    rows[row.group].push_back(badge(verdict_word(row)) + " " + text(observed_text(row)));
  }
  HtmlTable table("Verdicts and observed values by sweep point", header);
  for (const auto& row : rows) table.row(row);
  return table.html();
}

}  // namespace

std::optional<Section> verdicts_section(const Material& m) {
  Section section{"verdicts", "Verdicts", ""};
  std::string& html = section.html;
  if (!m.judgements) {
    const bool chosen = m.summary.sampling.is_chosen;
    html += fmt::format(
        "<p class=\"none\">{}</p>\n",
        !m.scenario    ? text("No verdicts: " + m.scenario_trouble + ".")
        : m.is_shard() ? "No verdicts: the file is a shard of its campaign, and requirements need "
                         "all samples."
        : chosen ? "No verdicts: the file holds chosen samples, which do not represent all flights."
                 : "No verdicts: the scenario has no requirements.");
    html += outcome_table(m);
    return section;
  }
  html += fmt::format("<p class=\"counts\">{}</p>\n", text(verdict_counts(*m.judgements)));
  if (m.summary.is_sweep()) html += is_document(m) ? matrix_on_paper(m) : matrix(m);
  html += requirement_table(m);
  if (m.judgements->is_family)
    html += "<p>Verdicts hold jointly for all requirements (Holm).</p>\n";
  if (!m.judgements->stopped.empty()) html += "<p>" + text(m.judgements->stopped) + ".</p>\n";
  html += recompute(m.command("requirements")) + outcome_table(m);
  return section;
}

}  // namespace montecopter::report
