/// Findings as one HTML page, in the order of findings_markdown().

#include <fmt/format.h>

#include "results/regress/report.hpp"

namespace montecopter::regress {
namespace {

constexpr std::string_view style = R"(
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.6em 0 1.2em; }
th, td { border: 1px solid #8886; padding: 0.25em 0.6em; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; background: #8881; padding: 0.7em; font-size: 13px; }
.bad { color: #c0392b; font-weight: 600; }
.good { color: #1e8449; }
@media (prefers-color-scheme: dark) {
  body { background: #16181c; color: #dde; } .bad { color: #ff7b6b; } .good { color: #6fd08c; }
}
)";

std::string cells(const std::vector<std::string>& row, std::string_view tag) {
  std::string text = "<tr>";
  for (const std::string& cell : row) text += fmt::format("<{0}>{1}</{0}>", tag, xml_quote(cell));
  return text + "</tr>\n";
}

std::string table_html(const Table& table) {
  if (table.rows.empty()) return {};
  std::string text = "<table>\n" + cells(table.header, "th");
  for (const auto& row : table.rows) text += cells(row, "td");
  return text + "</table>\n";
}

std::string preformatted(const std::string& text) {
  return text.empty() ? text : fmt::format("<pre>{}</pre>\n", xml_quote(text));
}

std::string_view style_of(const Examination& one) {
  return exit_code(one.verdict) == ExitCode::ok ? "good" : "bad";
}

std::string overview(const Findings& findings) {
  std::string text =
      "<table>\n<tr><th>scenario</th><th>verdict</th><th>samples</th><th>time</th><th>worst</th>"
      "</tr>\n";
  for (const Examination& one : findings.cases) {
    text += fmt::format(
        "<tr><td>{}</td><td class=\"{}\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{:.2f} s</td><td>{}</td></tr>\n",
        xml_quote(one.name), style_of(one), verdict_name(one.verdict), one.samples, one.wall_s,
        xml_quote(one.worst));
  }
  return text + "</table>\n";
}

std::string section(const Examination& one) {
  const std::string inputs = inputs_text(one);
  const bool is_good = exit_code(one.verdict) == ExitCode::ok;
  if (is_good && inputs.empty()) return {};
  std::string text = fmt::format("<h2>{}: <span class=\"{}\">{}</span></h2>\n", xml_quote(one.name),
                                 style_of(one), verdict_name(one.verdict));
  text += preformatted(inputs);
  const Table requirements = requirements_table(one.changes), metrics = metrics_table(one.changes);
  if (!requirements.rows.empty()) text += "<h3>Requirements whose verdict changed</h3>\n";
  text += table_html(requirements);
  if (!metrics.rows.empty()) {
    text += fmt::format("<h3>{}</h3>\n", xml_quote(metrics_heading(one.changes)));
  }
  text += table_html(metrics);
  if (is_good) return text;
  return text + fmt::format("<details><summary>{}</summary>\n{}</details>\n", details_title(one),
                            preformatted(one.details));
}

}  // namespace

std::string findings_html(const Findings& findings) {
  std::string text = fmt::format(
      "{}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>montecopter regress: {}"
      "</title>\n<style>{}</style>\n</head>\n<body>\n<h1 class=\"{}\">{} {}</h1>\n",
      page_mark, xml_quote(findings.folder), style,
      findings.exit_code() == ExitCode::ok ? "good" : "bad",
      findings.exit_code() == ExitCode::ok ? "Passed:" : "Failed:", xml_quote(findings.summary()));
  text += overview(findings);
  for (const Examination& one : findings.cases) text += section(one);
  return text + "</body>\n</html>\n";
}

}  // namespace montecopter::regress
