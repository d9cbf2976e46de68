#include "results/regress/held_against.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/diff/compare.hpp"
#include "results/diff/scenario_keys.hpp"
#include "results/golden/comparable.hpp"
#include "results/regress/statistically.hpp"

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

/// The keys in which the scenarios differ, a line for each; empty if the scenarios are the same.
std::vector<std::string> changed_keys(const std::string& was, const std::string& is) {
  if (was == is) return {};
  const auto keys = diff::differing_keys(was, is);
  if (!keys || keys->empty()) return {"the scenario's text"};
  std::vector<std::string> lines;
  for (const diff::KeyDifference& key : *keys) lines.push_back(key.text());
  return lines;
}

}  // namespace

void hold_against(const Golden& there, const std::string& path, const record::ResultFile& flown,
                  const Scenario& scenario, const diff::CompareOptions& tolerances,
                  Examination& examination) {
  examination.changed_keys = changed_keys(there.resolved_text(), flown.resolved_text());
  const golden::Comparable both = golden::comparable(there, path, flown);
  diff::Report report = diff::compare(both.golden, both.result, as_far_as_known(tolerances, both));
  report.file_b = "the new flights";
  report.scenario.clear();  // reported in changed_keys
  examination.holdings = both.holdings;
  examination.not_compared = both.not_compared;
  examination.details = diff::report_text(report);
  examination.worst = worst_text(report);
  examination.verdict = verdict_of(report);
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
