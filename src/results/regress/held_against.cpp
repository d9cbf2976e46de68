#include "results/regress/held_against.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "results/diff/compare.hpp"
#include "results/diff/scenario_keys.hpp"
#include "results/golden/comparable.hpp"
#include "results/regress/statistically.hpp"
#include "results/regress/what_changed.hpp"

namespace montecopter::regress {
namespace {

using diff::SignalReport;
using golden::Golden;

/// Tolerances for the signals that exist here: a profile is for a whole folder, and its other
/// entries have no effect here.
diff::CompareOptions as_far_as_known(diff::CompareOptions options, const golden::Comparable& both) {
  const auto is_unknown = [&](const auto& entry) {
    return !both.golden.find(entry.first) && !both.result.find(entry.first);
  };
  std::erase_if(options.signals, is_unknown);
  std::erase_if(options.ignored, is_unknown);
  options.across = true;  // differences of the scenarios are reported separately
  return options;
}

std::string worst_text(const diff::Report& report) {
  if (!report.problems.empty()) return report.problems.front();
  const SignalReport& worst = report.signals.front();
  if (!worst.reason.empty()) return fmt::format("{}: {}", worst.name, worst.reason);
  if (worst.verdict == diff::Verdict::same) return {};
  const std::string at = worst.first ? worst.first->text : "";
  if (diff::is_hash(worst.name)) return fmt::format("{} at {}", worst.name, at);
  if (worst.tally.nan_against_number > 0) {
    return fmt::format("{}: NaN against a number at {}", worst.name, at);
  }
  return fmt::format("{}: {:.3g}{}{} at {}{}", worst.name, worst.tally.max_abs,
                     worst.unit.empty() ? "" : " ", worst.unit, at,
                     worst.is_round_off ? " (round-off)" : "");
}

bool moved(const SignalReport& signal) { return signal.verdict != diff::Verdict::same; }

Verdict verdict_of(const diff::Report& report) {
  if (!report.same()) return Verdict::differs;
  return std::any_of(report.signals.begin(), report.signals.end(), moved) ? Verdict::within
                                                                          : Verdict::same;
}

bool is_of_metric(const SignalReport& signal) {
  return signal.name.starts_with(metric_prefix) || signal.name.starts_with(statistics_prefix);
}

/// The report without metrics, which the changes tell, unless nothing else differs.
diff::Report without_metrics(diff::Report report) {
  const auto is_other = [](const SignalReport& signal) {
    return moved(signal) && !is_of_metric(signal) && !diff::is_hash(signal.name);
  };
  if (std::none_of(report.signals.begin(), report.signals.end(), is_other)) return report;
  const auto left_out = std::erase_if(
      report.signals, [](const SignalReport& one) { return moved(one) && is_of_metric(one); });
  if (left_out > 0) {
    report.notes.push_back(fmt::format("{} of metrics and their statistics {}, too",
                                       counted(left_out, "signal"),
                                       verb(left_out, "differs", "differ")));
  }
  return report;
}

std::vector<std::string> key_texts(const std::vector<diff::KeyDifference>& keys) {
  std::vector<std::string> lines;
  for (const diff::KeyDifference& key : keys) lines.push_back(key.text());
  return lines;
}

/// Sets the differences of the scenarios, a line for each key; none if they are the same.
void compare_scenarios(const std::string& was, const std::string& is,
                       const std::vector<std::string>& permitted, Examination& examination) {
  if (was == is) return;
  auto keys = diff::differing_keys(was, is);
  if (!keys || keys->empty()) {
    examination.changed_keys = {"the scenario's text"};
    return;
  }
  const diff::SortedKeys sorted = diff::sort_keys(std::move(*keys), was, is, permitted);
  if (sorted.program) examination.programs = {sorted.program->a, sorted.program->b};
  examination.permitted_keys = key_texts(sorted.permitted);
  examination.changed_keys = key_texts(sorted.forbidden);
}

/// The finding that a reviewer has to know first.
std::string worst_finding(const Examination& examination, const diff::Report& report) {
  const std::string changed = examination.changes.worst();
  return changed.empty() ? worst_text(report) : changed;
}

}  // namespace

void hold_against(const Golden& there, const std::string& path, const record::ResultFile& flown,
                  const Scenario& scenario, const Permitted& permitted, Examination& examination) {
  compare_scenarios(there.resolved_text(), flown.resolved_text(), permitted.keys, examination);
  const golden::Comparable both = golden::comparable(there, path, flown);
  diff::Report report =
      diff::compare(both.golden, both.result, as_far_as_known(permitted.tolerances, both));
  report.file_b = "the new flights";
  report.scenario.clear();  // reported by the examination, as is the program
  report.program.reset();
  examination.holdings = both.holdings;
  examination.not_compared = both.not_compared;
  examination.verdict = verdict_of(report);
  if (examination.verdict != Verdict::same) examination.changes = find_changes(both, scenario);
  examination.details = diff::report_text(without_metrics(report));
  examination.worst = worst_finding(examination, report);
  if (examination.verdict != Verdict::same || !examination.changed_keys.empty()) {
    examination.diff_json = diff::report_json(report);
  }
  if (examination.changed_keys.empty()) {
    if (examination.verdict == Verdict::differs && scenario.golden.is_statistical()) {
      hold_statistically(both, scenario, examination);
    }
    return;
  }
  examination.verdict = Verdict::changed;
  examination.worst = fmt::format("scenario: {}", examination.changed_keys.front());
  if (const std::size_t more = examination.changed_keys.size() - 1; more > 0) {
    examination.worst += fmt::format(" and {} more", more);
  }
}

}  // namespace montecopter::regress
