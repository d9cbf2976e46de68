#include "results/regress/statistically.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "results/compare/contrast.hpp"
#include "results/compare/report.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter::regress {
namespace {

std::vector<Margin> margins_of(const GoldenRules& rules) {
  std::vector<Margin> margins;
  for (const std::string& text : rules.margins) {
    margins.push_back(std::get<Margin>(parse_margin(text)));  // validated on loading
  }
  return margins;
}

void require_columns(const golden::Comparable& both, const GoldenRules& rules) {
  for (const std::string& column : judged_columns(rules)) {
    const record::Dataset* there = both.golden.find(column);
    if (there && there->dims == std::vector<std::string>{"sample"}) continue;
    throw Error(
        ExitCode::refused,
        Problem{both.golden.path(),
                fmt::format("the golden lacks '{}' of all samples, which a margin needs", column),
                "it was blessed with other margins, or there is no such metric", "Bless it again"});
  }
}

/// Text about a margin that is not met, or about a different fraction of samples that end ok.
std::string worst_of(const compare::Contrast& contrast) {
  for (const compare::MarginContrast& row : contrast.margins) {
    if (row.verdict.verdict != statistics::Equivalence::equivalent) {
      return fmt::format("{}: {}", contrast.metrics[row.metric].name,
                         compare::margin_text(contrast, row));
    }
  }
  for (const compare::PassContrast& row : contrast.passes) {
    if (row.name == "status ok" && row.adjusted <= compare::family_error) {
      return fmt::format("{} {} ok instead of {}, p = {:.2g}", counted(row.b.count, "sample"),
                         verb(row.b.count, "ends", "end"), row.a.count, row.adjusted);
    }
  }
  return {};
}

}  // namespace

std::set<std::string> judged_columns(const GoldenRules& rules) {
  std::set<std::string> columns;
  if (!rules.is_statistical()) return columns;
  for (const Margin& margin : margins_of(rules)) columns.insert(metric_prefix + margin.metric);
  return columns;
}

void hold_statistically(const golden::Comparable& both, const Scenario& scenario,
                        Examination& examination) {
  require_columns(both, scenario.golden);
  const Samples samples_a = read_samples(both.golden), samples_b = read_samples(both.result);
  const compare::Campaign a(both.golden, scenario, samples_a);
  const compare::Campaign b(both.result, scenario, samples_b);
  compare::Question question;
  question.margins = margins_of(scenario.golden);
  for (const Margin& margin : question.margins) question.metrics.push_back(margin.metric);
  const compare::Contrast contrast = compare::compare_campaigns(a, b, question);
  const std::string worst = worst_of(contrast);
  examination.details += compare::contrast_text(contrast, {a, b});
  examination.worst = worst.empty() ? "bits differ, means are within their margins" : worst;
  examination.verdict = worst.empty() ? Verdict::equivalent : Verdict::differs;
}

}  // namespace montecopter::regress
