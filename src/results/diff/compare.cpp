#include "results/diff/compare.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/pattern.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"
#include "plan/shard.hpp"
#include "record/text_diff.hpp"
#include "results/diff/digest.hpp"
#include "results/diff/effect.hpp"
#include "results/diff/explain.hpp"
#include "results/diff/signal.hpp"
#include "results/diff/structure.hpp"

namespace montecopter::diff {
namespace {

using record::ResultFile;

/// Refuses unknown keys: a misspelt key would silently permit nothing.
void require_known_keys(const CompareOptions& options, const std::string& a, const std::string& b) {
  std::vector<std::string> keys = keys_of(a);
  for (std::string& key : keys_of(b)) keys.push_back(std::move(key));
  for (const std::string& permitted : options.across_keys) {
    const auto is_permitted = [&](const std::string& key) { return permits(permitted, key); };
    if (std::any_of(keys.begin(), keys.end(), is_permitted)) continue;
    const auto near = near_name(permitted, keys);
    throw Error(ExitCode::usage,
                fmt::format("error: --across {}: neither scenario has such a key.{}", permitted,
                            near ? " Did you mean '" + *near + "'?"
                                 : " Name a key or a table of the resolved scenario."));
  }
}

[[noreturn]] void throw_not_comparable(const ResultFile& a, const ResultFile& b,
                                       std::vector<KeyDifference> keys) {
  std::vector<std::string> paths;
  for (const KeyDifference& key : keys) paths.push_back(key.path);
  std::string permit = fmt::format("{}", fmt::join(paths, " "));
  if (paths.size() > 3) permit = "KEY...";
  const std::string count = keys.size() == 1 ? "one key" : fmt::format("{} keys", keys.size());
  const std::string message = fmt::format(
      "{}: error: not comparable with {} (their scenarios differ in {}). Use --across {} to "
      "permit this difference, or --across to permit all differences.{}",
      a.path(), b.path(), count, permit, keys_text(keys));
  throw NotComparable(message, std::move(keys));
}

/// Refuses different shards of one campaign, which have no sample in common.
void require_same_shard(const ResultFile& a, const ResultFile& b) {
  const std::string of_a = a.root_attribute(shard_attribute);
  const std::string of_b = b.root_attribute(shard_attribute);
  if (of_a == of_b) return;
  const auto named = [](const std::string& shard) {
    return shard.empty() ? std::string("all samples") : "shard " + shard;
  };
  throw NotComparable(fmt::format("{}: error: not comparable with {} ({} against {}). Merge the "
                                  "shards first: montecopter merge ... -o ALL.h5.",
                                  a.path(), b.path(), named(of_a), named(of_b)),
                      {});
}

/// The keys that differ, if the options permit it, and the program.
SortedKeys permitted_differences(const ResultFile& a, const ResultFile& b,
                                 const CompareOptions& options) {
  const std::string of_a = a.resolved_text(), of_b = b.resolved_text();
  if (!options.across_keys.empty()) require_known_keys(options, of_a, of_b);
  if (of_a == of_b) return {};
  const auto keys = differing_keys(of_a, of_b);
  if (!keys && options.across) return {};
  if (!options.across && (!keys || keys->empty())) {
    throw NotComparable(
        fmt::format("{}: error: not comparable with {} (different scenarios: resolved {}). Use "
                    "--across to compare them anyway.",
                    a.path(), b.path(), record::first_differing_line(of_a, of_b)),
        {});
  }
  const std::vector<std::string> any = {""};
  SortedKeys sorted = sort_keys(*keys, of_a, of_b, options.across ? any : options.across_keys);
  if (!sorted.forbidden.empty()) throw_not_comparable(a, b, std::move(sorted.forbidden));
  return sorted;
}

void require_known(const std::string& signal, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), signal) != names.end()) return;
  if (const auto now = current_metric(signal, names)) {
    throw Error(ExitCode::usage, fmt::format("error: the tolerance for '{}' names a signal "
                                             "that was renamed. Use '{}'.",
                                             signal, *now));
  }
  const auto near = near_name(signal, names);
  throw Error(
      ExitCode::usage,
      fmt::format("error: the tolerance for '{}' names a signal that is in neither file. {}",
                  signal,
                  near ? "Did you mean '" + *near + "'?" : "Known signals: " + join(names) + "."));
}

/// Refuses a named signal that is in neither file.
void require_known_signals(const CompareOptions& options, const std::vector<std::string>& names) {
  for (const auto& [signal, tolerance] : options.signals) require_known(signal, names);
  for (const auto& [signal, reason] : options.ignored) require_known(signal, names);
}

/// Notes a pattern or unit of a profile without a signal; it may be meant for other results.
std::vector<std::string> without_effect(const CompareOptions& options, const Report& report) {
  std::vector<std::string> notes;
  const auto any = [&](const auto& has_it) {
    return std::any_of(report.signals.begin(), report.signals.end(), has_it);
  };
  for (const SignalRule& rule : options.patterns) {
    if (any([&](const SignalReport& s) { return fits(rule.pattern, s.name); })) continue;
    notes.push_back(fmt::format("no signal matches the pattern '{}' of the profile", rule.pattern));
  }
  for (const auto& floor : options.floors) {
    if (any([&](const SignalReport& s) { return is_same_unit(floor.first, s.unit); })) continue;
    notes.push_back(fmt::format("no signal has the unit '{}' of the profile", floor.first));
  }
  return notes;
}

void report_if_incomplete(const ResultFile& file, std::vector<std::string>& problems) {
  if (file.complete()) return;
  const std::vector<std::int8_t> status = file.status();
  const auto not_run = std::count(status.begin(), status.end(), std::int8_t{0});
  problems.push_back(fmt::format("{} is not complete: {} of {} not run", file.path(), not_run,
                                 counted(status.size(), "sample")));
}

bool is_worse(const SignalReport& a, const SignalReport& b) {
  if (a.verdict != b.verdict) return a.verdict > b.verdict;
  if (is_hash(a.name) != is_hash(b.name)) return is_hash(b.name);
  if (a.is_round_off != b.is_round_off) return b.is_round_off;
  const bool nan_a = a.tally.nan_against_number > 0;
  const bool nan_b = b.tally.nan_against_number > 0;
  if (nan_a != nan_b) return nan_a;
  return a.effect > b.effect;
}

}  // namespace

bool is_difference(Verdict verdict) { return verdict >= Verdict::differs; }

bool is_hash(const std::string& signal) {
  return signal == digest_column || signal == "sample_digest" || signal == "check";
}

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::ignored:
      return "ignored";
    case Verdict::informational:
      return "informational";
    case Verdict::within:
      return "within";
    case Verdict::differs:
      return "differs";
    case Verdict::unlike:
      return "unlike";
    case Verdict::missing:
      return "missing";
  }
  return "?";
}

std::string SignalReport::distance_unit() const {
  return meaning == Meaning::attitude ? "deg" : unit;
}

double SignalReport::in_distance_unit(double distance) const {
  return meaning == Meaning::attitude ? distance / rad_per_deg : distance;
}

bool Report::same() const {
  return problems.empty() && std::none_of(signals.begin(), signals.end(), [](const auto& signal) {
           return is_difference(signal.verdict);
         });
}

Report compare(const ResultFile& a, const ResultFile& b, const CompareOptions& asked,
               const std::set<std::string>& equal_bytes) {
  asked.validate();
  CompareOptions options = asked;
  Report report;
  report.file_a = a.path();
  report.file_b = b.path();
  require_same_shard(a, b);
  SortedKeys keys = permitted_differences(a, b, options);
  report.scenario = std::move(keys.permitted);
  report.program = keys.program;
  const std::vector<std::string> names = signal_names(a, b);
  require_known_signals(options, names);
  report_if_incomplete(a, report.problems);
  report_if_incomplete(b, report.problems);
  for (const std::string& name : names) {
    report.signals.push_back(compare_signal(a, b, name, options, equal_bytes.count(name) > 0));
    explain_growth(a, b, report.signals.back());
    report.signals.back().effect = effect_of(a, report.signals.back());
  }
  report.notes = without_effect(options, report);
  if (!a.build().empty() && !b.build().empty() && a.build() != b.build()) {
    report.notes.push_back(
        fmt::format("montecopter {} flew A, montecopter {} flew B", a.build(), b.build()));
  }
  if (equal_bytes.count(digest_column) == 0) report.digest = compare_digests(a, b);
  report.moved_first = find_moved_first(report.signals);
  std::stable_sort(report.signals.begin(), report.signals.end(), is_worse);
  return report;
}

}  // namespace montecopter::diff
