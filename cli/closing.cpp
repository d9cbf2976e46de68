#include "closing.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/column_names.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "results/summarise/choice.hpp"
#include "scenario/model/requirement.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

constexpr std::size_t most_named = 5;
constexpr std::int64_t most_worst = 3;

std::string replay_line(const record::ResultFile& file, const std::string& options) {
  return fmt::format("  montecopter replay {} {}\n", shell_word(file.path()), options);
}

std::string failures_text(const record::ResultFile& file, const Samples& samples) {
  std::string kinds;
  const StatusCounts counts = samples.counts();
  std::int64_t failed = 0, flown = 0;
  for (const Status status : all_statuses) {
    if (counts[status] == 0 || !is_failure(status)) continue;
    failed += counts[status];
    if (status != Status::invalid_input) flown += counts[status];
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", counts[status], status_name(status));
  }
  if (failed == 0) return "";
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < samples.size() && numbers.size() < most_named; ++i) {
    if (is_failure(samples.status[i])) numbers.push_back(fmt::format("{}", i));
  }
  const auto more = failed - std::ssize(numbers);
  if (more > 0) numbers.push_back(fmt::format("{} more", more));
  const std::string text = fmt::format("{} failed ({}): {} {}", failed, kinds,
                                       failed == 1 ? "sample" : "samples", join(numbers));
  // Samples that could not fly cannot be flown again either.
  if (flown == 0) return text + "\n";
  return text + "; fly them again with all signals:\n" + replay_line(file, "--failed");
}

enum class Extreme { largest, smallest };

/// A metric, and the end of its range at which the bad flights are.
struct Measure {
  std::string metric;
  Extreme worst = Extreme::largest;
  bool operator==(const Measure&) const = default;
};

const JudgedMetric* judged_by(const Scenario& scenario, const std::string& name) {
  const auto at = scenario.requirement.find(name);
  return at == scenario.requirement.end() ? nullptr : judged_metric(at->second);
}

/// The ends of the range at which a requirement may be violated. A mean or a single bound has one
/// such end.
std::vector<Extreme> ends_of(const JudgedMetric& judged, const Judgement& row) {
  if (!judged.at_least) return {Extreme::largest};
  if (!judged.at_most) return {Extreme::smallest};
  if (row.type != MeanRequirement::type_name) return {Extreme::largest, Extreme::smallest};
  const bool is_low = row.finding.estimate < *judged.at_least;
  return {is_low ? Extreme::smallest : Extreme::largest};
}

bool is_beyond(const JudgedMetric& judged, Extreme end, double value) {
  return end == Extreme::largest ? value > judged.at_most : value < judged.at_least;
}

ChosenSamples worst_samples(const record::ResultFile& file, const Samples& samples,
                            const Judgement& row, const Measure& measure) {
  SampleChoice choice;
  choice.count = most_worst;
  choice.by = metric_prefix + measure.metric;  // alone it might be a word, or another column
  choice.smallest = measure.worst == Extreme::smallest;
  if (const auto point = samples.groups[row.group].point) choice.point = *point;
  return choose_samples(file, samples, choice);
}

std::string worst_text(const record::ResultFile& file, const Samples& samples, const Judgement& row,
                       const std::string& metric, const ChosenSamples& worst) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < worst.numbers.size(); ++k) {
    words.push_back(fmt::format("{} ({})", worst.numbers[k], significant(worst.by[k])));
  }
  const auto point = samples.groups[row.group].point;
  return fmt::format("{} is violated{}; the worst by {} {} {} {}:\n", row.name,
                     point ? fmt::format(" at point {}", *point) : "", metric,
                     words.size() == 1 ? "is" : "are", words.size() == 1 ? "sample" : "samples",
                     join(words)) +
         replay_line(file, fmt::format("--sample {}", fmt::join(worst.numbers, ",")));
}

/// The worst samples at each end of the metric at which a requirement is violated. Ends that have
/// been shown before are left out.
std::string violation_text(const record::ResultFile& file, const Samples& samples,
                           const JudgedMetric& judged, const Judgement& row,
                           std::vector<Measure>& shown) {
  std::string text;
  const std::vector<Extreme> ends = ends_of(judged, row);
  for (const Extreme end : ends) {
    const Measure measure{judged.metric.value_or(row.name), end};
    if (std::find(shown.begin(), shown.end(), measure) != shown.end()) continue;
    const ChosenSamples worst = worst_samples(file, samples, row, measure);
    if (worst.numbers.empty()) continue;
    if (ends.size() > 1 && !is_beyond(judged, end, worst.by.front())) continue;
    shown.push_back(measure);
    text += worst_text(file, samples, row, measure.metric, worst);
  }
  return text;
}

}  // namespace

std::string closing_text(const Scenario& scenario, const record::ResultFile& file,
                         const Samples& samples, const Judgements& judgements) {
  std::string text = failures_text(file, samples);
  std::vector<Measure> shown;  // in a sweep at the first point only
  for (const Judgement& row : judgements.rows) {
    if (row.verdict() != statistics::Verdict::violated) continue;
    // If only failed samples violate it, they have been named.
    if (row.violations.beyond == 0 && row.type != MeanRequirement::type_name) continue;
    if (const JudgedMetric* judged = judged_by(scenario, row.name)) {
      text += violation_text(file, samples, *judged, row, shown);
    }
  }
  return text;
}

void repeat_warnings(const Remarks& remarks) {
  const std::size_t count = remarks.warnings().size();
  if (count == 0 || ::isatty(STDERR_FILENO) == 0) return;
  remark(
      fmt::format("{}, repeated:\n", count == 1 ? "1 warning" : fmt::format("{} warnings", count)));
  for (const std::string& line : remarks.said()) remark(line + "\n");
}

}  // namespace montecopter::cli
