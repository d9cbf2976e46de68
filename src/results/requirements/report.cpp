#include "results/requirements/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/counted.hpp"
#include "core/base/latex.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

using statistics::Finding;
using statistics::Verdict;

std::string number(double value) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return significant(value, 4);
}

bool is_of_probability(const Judgement& row) {
  return row.type == ProbabilityRequirement::type_name || row.type == FailureRequirement::type_name;
}

/// Whether 1 - P is printed: near 1, the digits of P say little.
bool shows_complement(const Judgement& row) {
  return is_of_probability(row) && row.finding.estimate > 1 - near_certain;
}

/// "1.3e-4": two significant digits, however small.
std::string small_probability(double p) {
  if (!(p > 0 && p < near_certain)) return p == 0 ? "0" : fmt::format("{:.2g}", p);
  const std::string text = fmt::format("{:.1e}", p);  // "1.3e-04" is how C writes it
  const std::size_t e = text.find('e');
  return text.substr(0, e) + "e-" + text.substr(text.find_first_not_of("-0", e + 1));
}

std::string percent(double confidence) { return fmt::format("{:g} %", 100 * confidence); }

std::string verdict_text(const Judgement& row) {
  return row.flown == 0 ? "not flown" : std::string(name_of(row.verdict()));
}

/// "3 of 100 samples do not meet it (2 out of bounds, 1 failed)"; empty if all do.
std::string violations_text(const Judgement& row) {
  const Violations& v = row.violations;
  if (v.all() == 0) return "";
  std::vector<std::string> kinds;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) kinds.push_back(fmt::format("{} {}", count, what));
  };
  add(v.beyond, "out of bounds");
  add(v.failed, "failed");
  add(v.invalid, "outside the validity limits of the model");
  add(v.missing, "without a value of the metric");
  return fmt::format("{} of {} {} not meet it ({})", v.all(), counted(row.flown, "sample"),
                     verb(v.all(), "does", "do"), join(kinds, ", "));
}

}  // namespace

ShownNumbers shown_numbers(const Judgement& row) {
  const statistics::Finding& of = row.finding;
  if (shows_complement(row)) {
    const auto missing = [](double p) { return ShownNumber{1 - p, small_probability(1 - p)}; };
    return {true, missing(of.estimate), missing(of.high), missing(of.low)};
  }
  const bool is_small = is_of_probability(row) && of.estimate < near_certain;
  const auto shown = [&](double x) {
    return ShownNumber{x, is_small ? small_probability(x) : number(x)};
  };
  return {false, shown(of.estimate), shown(of.low), shown(of.high)};
}

std::string observed_text(const Judgement& row) {
  const ShownNumbers shown = shown_numbers(row);
  return (shown.of_complement ? "1-P: " : "") + shown.observed.text;
}

std::string bounds_text(const Judgement& row) {
  const ShownNumbers shown = shown_numbers(row);
  return fmt::format("[{}, {}]", shown.low.text, shown.high.text);
}

std::string decision_text(const Judgement& row) {
  if (row.flown == 0) return "no sample was flown";
  if (row.verdict() != Verdict::undecided) return "";
  std::string undecided = fmt::format("{} {} not decide it", counted(row.flown, "sample"),
                                      verb(row.flown, "does", "do"));
  const auto forecast = row.finding.samples_to_decide;
  if (!forecast) return undecided;
  if (*forecast == 0) {
    return undecided + ", and more samples with the same observed fraction would not either";
  }
  return fmt::format("{}; {} in total would, at the same observed fraction", undecided, *forecast);
}

namespace {

std::vector<std::string> sentences(const Judgement& row) {
  std::vector<std::string> all;
  for (std::string text : {violations_text(row), decision_text(row)}) {
    if (!text.empty()) all.push_back(std::move(text));
  }
  return all;
}

std::string label(const Judgements& all, const Judgement& row) {
  const std::string point = group_text(all.groups[row.group]);
  return point.empty() ? row.name : row.name + " at " + point;
}

bool has_one_confidence(const Judgements& all) {
  return std::all_of(all.rows.begin(), all.rows.end(), [&](const Judgement& row) {
    return row.confidence == all.rows.front().confidence;
  });
}

Table table_of(const Judgements& all) {
  const bool one_confidence = has_one_confidence(all);
  Table table{{"requirement", "verdict", "met", "observed", "bounds"}, {}};
  if (!one_confidence) table.header.push_back("confidence");
  for (const Judgement& row : all.rows) {
    const auto point = all.groups[row.group].point;
    table.rows.push_back(
        {fmt::format("{}{}: {}", row.name, point ? fmt::format(" at point {}", *point) : "",
                     row.statement),
         verdict_text(row),
         row.type == MeanRequirement::type_name ? "-" : fmt::format("{}/{}", row.met(), row.flown),
         observed_text(row), bounds_text(row) + (row.is_approximate ? "*" : "")});
    if (!one_confidence) table.rows.back().push_back(percent(row.confidence));
  }
  return table;
}

constexpr const char* approximate_text = "*: approximate (Student's t)\n";

std::string footnotes(const Judgements& all) {
  std::string text = has_one_confidence(all)
                         ? fmt::format("each bound is a one-sided {} confidence bound\n",
                                       percent(all.rows.front().confidence))
                         : "each bound is a one-sided confidence bound\n";
  if (std::any_of(all.rows.begin(), all.rows.end(), shows_complement)) {
    text += "1-P and its bounds are printed where P is above 0.99\n";
  }
  for (const Judgement& row : all.rows) {
    if (!row.is_approximate) continue;
    text += approximate_text;
    break;
  }
  if (!all.stopped.empty()) {
    text += all.stopped + ": bounds and verdicts allow for the interim analysis after each block\n";
  }
  if (all.is_family) text += "verdicts hold jointly for all requirements (Holm)\n";
  return text;
}

/// When each point stopped; all requirements of a point have the same samples.
std::string points_text(const Judgements& all) {
  std::string text;
  std::optional<std::size_t> last;
  for (const Judgement& row : all.rows) {
    if (all.groups.size() == 1 || !row.is_sequential || last == row.group) continue;
    last = row.group;
    text += fmt::format("{} stopped at {}\n", group_text(all.groups[row.group]),
                        counted(row.flown, "sample"));
  }
  return text;
}

Json violations_json(const Violations& v) {
  Json out = Json::object();
  const auto set = [&](const char* key, std::int64_t count) { out.set(key, Json::number(count)); };
  set("beyond_bounds", v.beyond);
  set("failed", v.failed);
  set("invalid", v.invalid);
  set("without_number", v.missing);
  return out;
}

Json point_json(const Group& group) {
  Json values = Json::object();
  for (const SweepValue& value : group.values) {
    values.set(value.path, value.is_number ? Json::raw(value.text) : Json::text(value.text));
  }
  return values;
}

Json row_json(const Judgements& all, const Judgement& row) {
  Json out = Json::object();
  const auto set = [&](const char* key, double value) { out.set(key, Json::number(value)); };
  const Group& group = all.groups[row.group];
  out.set("name", Json::text(row.name));
  if (!row.text.empty()) out.set("text", Json::text(row.text));
  out.set("type", Json::text(row.type)).set("statement", Json::text(row.statement));
  if (group.point) {
    set("point", static_cast<double>(*group.point));
    out.set("values", point_json(group));
  }
  out.set("verdict",
          Json::text(row.flown == 0 ? "not_flown" : std::string(name_of(row.verdict()))));
  set("confidence", row.confidence);
  out.set("approximate", Json::boolean(row.is_approximate));
  set("samples", static_cast<double>(row.planned));
  set("flown", static_cast<double>(row.flown));
  set("met", static_cast<double>(row.met()));
  out.set("violations", violations_json(row.violations));
  set("observed", row.finding.estimate);
  set("lower_bound", row.finding.low);
  set("upper_bound", row.finding.high);
  out.set("bounds", Json::text("one-sided"));
  out.set("unit", Json::text(row.unit));
  set("p_met", row.finding.p_met);
  set("p_violated", row.finding.p_violated);
  if (row.is_sequential) set("stopped_at", static_cast<double>(row.flown));
  const auto forecast = row.finding.samples_to_decide;
  if (row.verdict() == Verdict::undecided && !forecast) out.set("samples_to_decide", Json());
  if (forecast && *forecast > 0) set("samples_to_decide", static_cast<double>(*forecast));
  return out;
}

JunitCase case_of(const Judgements& all, const Judgement& row) {
  using Outcome = JunitCase::Outcome;
  JunitCase one{label(all, row), Outcome::passed, "", ""};
  one.details = fmt::format(
      "{}{}\nverdict: {}\nmet by {} of {}\nobserved: {} {}, one-sided bounds {} "
      "with {} confidence each\n",
      row.text.empty() ? "" : row.text + "\n", row.statement, verdict_text(row), row.met(),
      counted(row.flown, "sample"), observed_text(row), row.unit, bounds_text(row),
      percent(row.confidence));
  for (const std::string& sentence : sentences(row)) one.details += sentence + "\n";
  if (row.flown == 0) {
    one.outcome = Outcome::error;
  } else if (row.verdict() != Verdict::met) {
    one.outcome = Outcome::failed;
  }
  if (one.outcome != Outcome::passed) {
    one.message = fmt::format("{}: {}", verdict_text(row), row.statement);
  }
  return one;
}

}  // namespace

std::string verdict_counts(const Judgements& all) {
  std::vector<std::string> counts;
  for (const Verdict verdict : {Verdict::met, Verdict::violated, Verdict::undecided}) {
    if (all.count(verdict) == 0) continue;
    counts.push_back(fmt::format("{} {}", all.count(verdict), name_of(verdict)));
  }
  return fmt::format("{} {}: {}", all.rows.size(),
                     all.rows.size() == 1 ? "requirement" : "requirements", join(counts, ", "));
}

TableText judgements_table(const Judgements& all) {
  TableText text{"", table_of(all), footnotes(all) + points_text(all)};
  for (const Judgement& row : all.rows) {
    for (const std::string& sentence : sentences(row)) {
      text.after += fmt::format("{}: {}\n", label(all, row), sentence);
    }
  }
  text.after += verdict_counts(all) + "\n";
  return text;
}

std::string judgements_text(const Judgements& all, std::size_t width) {
  return tables_text({judgements_table(all)}, width);
}

std::string judgements_latex(const Judgements& all) {
  TableText text = judgements_table(all);
  text.table.header.insert(text.table.header.begin() + 3, "unit");
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    auto& cells = text.table.rows[k];
    cells.insert(cells.begin() + 3, all.rows[k].unit);
  }
  return latex_tables({text});
}

std::string judgements_markdown(const Judgements& all) {
  std::string text = markdown_table(table_of(all));
  std::string notes = footnotes(all);
  notes.insert(notes.begin(), '\n');
  for (const Judgement& row : all.rows) {
    for (const std::string& sentence : sentences(row)) {
      notes += fmt::format("* {}: {}\n", label(all, row), sentence);
    }
  }
  return text + notes + "\n" + verdict_counts(all) + "\n";
}

Json judgements_json(const Judgements& all) {
  Json rows = Json::array();
  for (const Judgement& row : all.rows) rows.add(row_json(all, row));
  return rows;
}

JunitSuite judgements_junit(const Judgements& all, const std::string& scenario) {
  JunitSuite suite{scenario, {}};
  for (const Judgement& row : all.rows) suite.cases.push_back(case_of(all, row));
  return suite;
}

}  // namespace montecopter
