#include "closing.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/table.hpp"
#include "base/text.hpp"
#include "scenario/requirement.hpp"
#include "streams.hpp"
#include "summarise/choice.hpp"

namespace montecopter::cli {
namespace {

constexpr std::size_t most_named = 5;
constexpr std::int64_t most_worst = 3;

/// A word as a shell takes it.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_-./+,:@").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string replay_line(const record::ResultFile& file, const std::string& options) {
  return fmt::format("  montecopter replay {} {}\n", shell_word(file.path()), options);
}

std::string failures_text(const record::ResultFile& file, const Samples& samples) {
  std::string kinds;
  const StatusCounts counts = samples.counts();
  std::int64_t failed = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0 || !is_failure(static_cast<Status>(code))) continue;
    failed += counts[code];
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", counts[code], status_names[code]);
  }
  if (failed == 0) return "";
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < samples.size() && numbers.size() < most_named; ++i) {
    if (is_failure(samples.status[i])) numbers.push_back(fmt::format("{}", i));
  }
  const auto more = failed - static_cast<std::int64_t>(numbers.size());
  if (more > 0) numbers.push_back(fmt::format("{} more", more));
  return fmt::format("{} failed ({}): {} {}; fly them again with all signals:\n", failed, kinds,
                     failed == 1 ? "sample" : "samples", join(numbers)) +
         replay_line(file, "--failed");
}

/// What a requirement judges each flight by, and whether small numbers are bad.
struct Measure {
  std::string metric;
  bool is_smallest = false;
};

std::optional<Measure> measure_of(const Scenario& scenario, const std::string& name) {
  const auto at = scenario.requirement.find(name);
  const JudgedMetric* judged =
      at == scenario.requirement.end() ? nullptr : judged_metric(at->second);
  if (judged == nullptr) return std::nullopt;
  return Measure{judged->metric.value_or(name), !judged->at_most && judged->at_least};
}

std::string worst_text(const record::ResultFile& file, const Samples& samples,
                       const std::string& requirement, const Measure& measure) {
  SampleChoice choice;
  choice.count = most_worst;
  choice.by = measure.metric;
  choice.smallest = measure.is_smallest;
  const ChosenSamples worst = choose_samples(file, samples, choice);
  if (worst.numbers.empty()) return "";
  std::vector<std::string> words;
  for (std::size_t k = 0; k < worst.numbers.size(); ++k) {
    words.push_back(fmt::format("{} ({})", worst.numbers[k], significant(worst.by[k])));
  }
  return fmt::format("{} is violated; the worst by {} {} {} {}:\n", requirement, measure.metric,
                     words.size() == 1 ? "is" : "are", words.size() == 1 ? "sample" : "samples",
                     join(words)) +
         replay_line(file,
                     fmt::format("--worst {} --by {}{}", most_worst, shell_word(measure.metric),
                                 measure.is_smallest ? " --smallest" : ""));
}

}  // namespace

std::string closing_text(const Scenario& scenario, const record::ResultFile& file,
                         const Samples& samples, const Judgements& judgements) {
  std::string text = failures_text(file, samples);
  std::vector<std::string> shown;  // of a sweep each requirement once, and each metric once
  for (const Judgement& row : judgements.rows) {
    if (row.verdict() != inference::Verdict::violated) continue;
    // Where only failed samples violate it, those have been named.
    if (row.violations.beyond == 0 && row.type != MeanRequirement::type_name) continue;
    const auto measure = measure_of(scenario, row.name);
    if (!measure || std::find(shown.begin(), shown.end(), measure->metric) != shown.end()) continue;
    shown.push_back(measure->metric);
    text += worst_text(file, samples, row.name, *measure);
  }
  return text;
}

void repeat_warnings(const Remarks& remarks) {
  const auto& lines = remarks.warnings();
  if (lines.empty() || ::isatty(STDERR_FILENO) == 0) return;
  remark(fmt::format("{}, again:\n",
                     lines.size() == 1 ? "1 warning" : fmt::format("{} warnings", lines.size())));
  for (const std::string& line : lines) remark(line + "\n");
}

}  // namespace montecopter::cli
