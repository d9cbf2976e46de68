#include "results/regress/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/diff/scenario_keys.hpp"

namespace montecopter::regress {
namespace {

constexpr std::size_t longest_name = 40;

std::string seconds(double wall_s) { return fmt::format("{:.2f} s", wall_s); }

/// Rank of exit codes: the highest one wins.
int weight(ExitCode code) {
  constexpr std::array order = {ExitCode::ok, ExitCode::no, ExitCode::refused, ExitCode::io};
  return static_cast<int>(std::find(order.begin(), order.end(), code) - order.begin());
}

bool is_good(const Examination& examination) {
  return exit_code(examination.verdict) == ExitCode::ok;
}

Json program_of(const Examination& one) {
  if (one.programs.size() != 2) return Json();
  return diff::program_json({one.programs[0], one.programs[1]});
}

Json lines_json(const std::vector<std::string>& lines) { return Json::texts(lines); }

/// The first lines, which have the largest differences, and the lines about where they began. JSON
/// has the rest.
std::string beginning_of(const std::string& details) {
  constexpr std::size_t most_lines = 9;
  std::string text;
  std::size_t lines = 0, left_out = 0;
  for (std::size_t at = 0; at < details.size();) {
    const std::size_t end = std::min(details.find('\n', at), details.size() - 1) + 1;
    const std::string line = details.substr(at, end - at);
    const bool tells = line.starts_with("diverged first: ") || line.starts_with("digest: ");
    if (lines++ < most_lines || tells) {
      text += line;
    } else {
      ++left_out;
    }
    at = end;
  }
  return left_out == 0
             ? text
             : text + fmt::format("({}; --json has all)\n", counted(left_out, "more line"));
}

std::string capital(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(text.front()));
  return text;
}

std::string indented(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

}  // namespace

ExitCode Findings::exit_code() const {
  ExitCode worst = ExitCode::ok;
  for (const Examination& one : cases) {
    const ExitCode code = regress::exit_code(one.verdict);
    if (weight(code) > weight(worst)) worst = code;
  }
  return worst;
}

std::int64_t Findings::count(Verdict verdict) const {
  return std::count_if(cases.begin(), cases.end(),
                       [&](const Examination& one) { return one.verdict == verdict; });
}

std::string Findings::summary() const {
  std::vector<std::string> words;
  for (int i = 0; i < verdict_count; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    if (count(verdict) > 0) {
      words.push_back(fmt::format("{} {}", count(verdict), verdict_name(verdict)));
    }
  }
  return fmt::format("{} {}: {}", cases.size(), cases.size() == 1 ? "scenario" : "scenarios",
                     fmt::join(words, ", "));
}

Lines::Lines(const std::vector<std::string>& names) : name_width_(8) {
  for (const std::string& name : names) {
    name_width_ = std::max(name_width_, std::min(name.size(), longest_name));
  }
}

std::string Lines::head() const {
  return fmt::format("{:<{}}  {:<8} {:>8} {:>8}  {}\n", "scenario", name_width_, "verdict",
                     "samples", "time", "worst");
}

std::string Lines::line(const Examination& examination) const {
  return fmt::format("{:<{}}  {:<8} {:>8} {:>8}  {}\n", examination.name, name_width_,
                     verdict_name(examination.verdict), examination.samples,
                     seconds(examination.wall_s),
                     examination.worst.empty() ? "-" : examination.worst);
}

std::string_view details_title(const Examination& examination) {
  const bool is_compared = examination.verdict != Verdict::missing &&
                           examination.verdict != Verdict::refused &&
                           examination.verdict != Verdict::broken;
  return is_compared ? "signals, worst first, and digests" : "message";
}

std::string inputs_text(const Examination& examination) {
  std::string text;
  if (!examination.changed_keys.empty()) {
    text += "the scenario differs from the scenario of the golden:\n" +
            indented(examination.changed_keys);
  }
  if (!examination.permitted_keys.empty()) {
    text += "permitted changes of the scenario:\n" + indented(examination.permitted_keys);
  }
  const std::string program = examination.program_text();
  return program.empty() ? text : text + program + "\n";
}

std::string details_text(const Examination& examination) {
  const std::string inputs = inputs_text(examination);
  if (is_good(examination) && inputs.empty()) return {};
  std::string text = fmt::format("\n{}: {}\n", examination.name, verdict_name(examination.verdict));
  text += inputs + changes_text(examination.changes);
  if (is_good(examination)) return text;
  text += beginning_of(examination.details);
  if (!text.ends_with('\n')) text += '\n';
  if (!examination.holdings.empty()) text += examination.holdings + "\n";
  for (const std::string& line : examination.not_compared) text += line + "\n";
  return text;
}

namespace {

/// One case for a pull request: changes in the order of their importance, then signals and digests.
std::string case_markdown(const Examination& one) {
  const std::string inputs = inputs_text(one);
  if (is_good(one) && inputs.empty()) return {};
  std::string text =
      fmt::format("\n#### {}: {}\n\n", xml_quote(one.name), verdict_name(one.verdict));
  if (!inputs.empty()) text += fmt::format("```\n{}```\n\n", inputs);
  const Table requirements = requirements_table(one.changes), metrics = metrics_table(one.changes);
  if (!requirements.rows.empty()) {
    text += "Requirements whose verdict changed:\n\n" + markdown_table(requirements) + "\n";
  }
  if (!metrics.rows.empty()) {
    text +=
        fmt::format("{}:\n\n{}\n", capital(metrics_heading(one.changes)), markdown_table(metrics));
  }
  if (is_good(one)) return text;
  return text + fmt::format("<details><summary>{}</summary>\n\n```\n{}\n```\n</details>\n",
                            details_title(one), one.details);
}

}  // namespace

std::string findings_markdown(const Findings& findings) {
  Table table{{"scenario", "verdict", "samples", "time", "worst"}, {}};
  for (const Examination& one : findings.cases) {
    table.rows.push_back({one.name, std::string(verdict_name(one.verdict)),
                          fmt::format("{}", one.samples), seconds(one.wall_s),
                          one.worst.empty() ? "-" : one.worst});
  }
  std::string text =
      fmt::format("### {} {}\n\n{}",
                  findings.exit_code() == ExitCode::ok ? "Passed:" : "Failed:", findings.summary(),
                  markdown_table(table));
  for (const Examination& one : findings.cases) text += case_markdown(one);
  return text;
}

Json findings_json(const Findings& findings) {
  Json cases = Json::array();
  for (const Examination& one : findings.cases) {
    Json item = Json::object();
    item.set("name", Json::text(one.name))
        .set("verdict", Json::text(verdict_name(one.verdict)))
        .set("samples", Json::number(one.samples))
        .set("failed", Json::number(one.failed))
        .set("wall_s", Json::number(one.wall_s))
        .set("worst", Json::text(one.worst))
        .set("changed_keys", lines_json(one.changed_keys))
        .set("permitted_keys", lines_json(one.permitted_keys))
        .set("program", program_of(one))
        .set("changes", changes_json(one.changes))
        .set("holdings", Json::text(one.holdings))
        .set("not_compared", lines_json(one.not_compared))
        .set("golden", one.before.empty() ? Json() : Json::text(one.before))
        .set("flown", one.after.empty() ? Json() : Json::text(one.after))
        .set("diff", one.diff_json.empty() ? Json() : Json::raw(one.diff_json));
    cases.add(std::move(item));
  }
  Json json = Json::object();
  json.set("folder", Json::text(findings.folder))
      .set("verdict", Json::text(findings.exit_code() == ExitCode::ok ? "same" : "differs"))
      .set("summary", Json::text(findings.summary()))
      .set("wall_s", Json::number(findings.wall_s))
      .set("cases", std::move(cases));
  return json;
}

JunitSuite findings_junit(const Findings& findings) {
  JunitSuite suite{findings.folder, {}, findings.wall_s};
  for (const Examination& one : findings.cases) {
    JunitCase& item = suite.cases.emplace_back();
    item.name = one.name;
    item.time_s = one.wall_s;
    if (is_good(one)) continue;
    item.outcome =
        one.verdict == Verdict::differs ? JunitCase::Outcome::failed : JunitCase::Outcome::error;
    item.message = fmt::format("{}: {}", verdict_name(one.verdict), one.worst);
    item.details = inputs_text(one) + changes_text(one.changes) + one.details;
  }
  return suite;
}

}  // namespace montecopter::regress
