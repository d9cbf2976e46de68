#include "results/diff/learn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/column_names.hpp"
#include "core/base/text.hpp"

namespace montecopter::diff {
namespace {

using record::ResultFile;

void require_finished(const ResultFile& file) {
  if (file.complete()) return;
  throw Error(ExitCode::refused, Problem{file.path(), "it is not finished", "",
                                         "Run its scenario again to finish it"});
}

[[noreturn]] void throw_not_covered(const Report& report, const std::string& signal,
                                    const std::string& why) {
  throw Error(
      ExitCode::refused,
      Problem{report.file_a,
              fmt::format("no tolerance covers its difference from {}", report.file_b),
              fmt::format("'{}': {}", signal, why), "Compare the two with montecopter diff"});
}

/// Refuses differences that no tolerance can cover.
void require_numbers(const Report& report, const SignalReport& signal) {
  if (!is_difference(signal.verdict)) return;
  if (!signal.reason.empty()) throw_not_covered(report, signal.name, signal.reason);
  const auto place = [&] {
    return fmt::format("{}: {} against {}", signal.first->text, signal.first->a, signal.first->b);
  };
  if (signal.tally.nan_against_number > 0 || !std::isfinite(signal.tally.max_abs)) {
    throw_not_covered(report, signal.name, place());
  }
  const bool is_real = signal.has_fractions;
  if (!is_real && !is_hash(signal.name)) throw_not_covered(report, signal.name, place());
}

LearnedSignal& entry_of(LearnedProfile& learned, const SignalReport& signal) {
  const auto found = std::find_if(learned.signals.begin(), learned.signals.end(),
                                  [&](const LearnedSignal& s) { return s.name == signal.name; });
  if (found != learned.signals.end()) return *found;
  LearnedSignal entry;
  entry.name = signal.name;
  entry.unit = signal.unit;
  entry.meaning = signal.meaning;
  return learned.signals.emplace_back(std::move(entry));
}

void widen(LearnedProfile& learned, const Report& report, const SignalReport& signal) {
  LearnedSignal& entry = entry_of(learned, signal);
  const double distance = signal.tally.max_distance;
  if (distance >= entry.spread_abs) {
    entry.spread_abs = distance;
    entry.a = report.file_a;
    entry.b = report.file_b;
  }
  if (entry.meaning != Meaning::attitude) {
    entry.spread_rel = std::max(entry.spread_rel, signal.tally.max_rel);
  }
}

/// Rounds up to two digits: more are not needed, and a tolerance must not be too small.
double rounded_up(double value) {
  if (!(value > 0)) return 0;
  constexpr double most = std::numeric_limits<double>::max();  // a tolerance is a finite number
  value = std::min(value, most);
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  if (!(unit > 0) || !std::isfinite(unit)) return value;  // out of range for two digits
  for (double digits = std::floor(value / unit);; digits += 1) {
    // Removes the rounding error of the product: 1.2e-12.
    const double rounded = parse_double(fmt::format("{:.1e}", digits * unit)).value_or(value);
    if (rounded >= value) return std::min(rounded, most);
  }
}

Tolerance tolerance_of(const LearnedSignal& signal, double factor) {
  if (signal.meaning != Meaning::attitude) return {.abs = rounded_up(factor * signal.spread_abs)};
  return {.angle_rad = rounded_up(factor * signal.spread_abs / rad_per_deg) * rad_per_deg};
}

CompareOptions options_of(const LearnedProfile& learned) {
  CompareOptions options;
  for (const LearnedSignal& signal : learned.signals) {
    options.signals[signal.name] = signal.tolerance;
  }
  return options;
}

bool is_statistics_of_metric(const std::string& name) {
  return name.starts_with(statistics_prefix);
}

using Take = void (*)(LearnedProfile&, const Report&, const SignalReport&, double);

/// Whether every pair is the same under the learned profile; `take` gets the remaining differences.
bool compare_pairs(std::span<const ResultFile> files, LearnedProfile& learned, double factor,
                   Take take) {
  bool same = true;
  const CompareOptions options = options_of(learned);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      const Report report = compare(files[i], files[j], options);
      same = same && report.same();
      for (const SignalReport& signal : report.signals) {
        require_numbers(report, signal);
        if (is_difference(signal.verdict)) take(learned, report, signal, factor);
      }
    }
  }
  return same;
}

void take_values(LearnedProfile& learned, const Report& report, const SignalReport& signal,
                 double) {
  if (!is_hash(signal.name) && !is_statistics_of_metric(signal.name)) {
    widen(learned, report, signal);
  }
}

/// Gives a statistic its own tolerance where the tolerance of its metric does not cover it
/// (skewness and kurtosis).
void take_statistics(LearnedProfile& learned, const Report& report, const SignalReport& signal,
                     double factor) {
  if (is_hash(signal.name)) return;
  widen(learned, report, signal);
  entry_of(learned, signal).tolerance = tolerance_of(entry_of(learned, signal), factor);
}

void sort_as_in(const ResultFile& file, std::vector<LearnedSignal>& signals) {
  std::stable_sort(signals.begin(), signals.end(), [&](const auto& a, const auto& b) {
    return file.find(a.name) < file.find(b.name);  // datasets lie in one array
  });
}

}  // namespace

LearnedProfile learn(std::span<const ResultFile> files, double margin) {
  LearnedProfile learned;
  learned.margin = margin;
  for (const ResultFile& file : files) {
    require_finished(file);
    learned.files.push_back({file.path(), file.content_sha256(), file.build(),
                             file.volatile_text("compiler"), file.volatile_text("lanes")});
  }
  if (!files.empty()) learned.title = files.front().root_attribute("title");
  compare_pairs(files, learned, margin, take_values);
  for (LearnedSignal& signal : learned.signals) signal.tolerance = tolerance_of(signal, margin);
  double factor = margin;
  for (int attempt = 0; attempt < 20; ++attempt, factor *= 4) {
    if (!compare_pairs(files, learned, factor, take_statistics)) continue;
    sort_as_in(files.front(), learned.signals);
    return learned;
  }
  throw Error(ExitCode::internal, "the learned tolerances do not cover their own results.");
}

}  // namespace montecopter::diff
