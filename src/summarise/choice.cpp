#include "summarise/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formula/condition.hpp"
#include "formula/evaluate.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

SampleColumn column_of(const Dataset& dataset) {
  SampleColumn column{dataset.name, dataset.name, dataset.text("units")};
  column.is_whole = dataset.element != Element::f64 && dataset.element != Element::f32;
  if (dataset.name.starts_with("m_")) {
    column.name = dataset.name.substr(2);
    column.kind = SampleColumn::Kind::metric;
  } else if (dataset.name.starts_with("in_")) {
    column.name = dataset.name.substr(3);
    column.kind = SampleColumn::Kind::input;
    column.codes = set_names(dataset);
  } else if (dataset.name == "status") {
    column.codes.assign(status_names.begin(), status_names.end());
  }
  return column;
}

/// What conditions may name, in the order of the columns.
std::vector<ConditionColumn> vocabulary(const std::vector<SampleColumn>& columns) {
  std::vector<ConditionColumn> words;
  for (const SampleColumn& column : columns) {
    ConditionColumn word{.name = column.name, .codes = column.codes};
    if (column.dataset != column.name) word.other_names.push_back(column.dataset);
    words.push_back(std::move(word));
  }
  return words;
}

/// The numbers of a column, NaN where a sample was not flown.
std::vector<double> read_column(const ResultFile& file, const Samples& samples,
                                const std::string& dataset) {
  std::vector<double> values = read_sample_column(file, dataset);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!samples.flown(i)) values[i] = std::nan("");
  }
  return values;
}

std::vector<double> evaluate_samples(const ResultFile& file, const Samples& samples,
                                     const std::vector<SampleColumn>& columns,
                                     const Formula& formula) {
  std::vector<std::vector<double>> values(columns.size());
  std::vector<FormulaTrace> traces(columns.size());
  for (const FormulaStep& step : formula.steps) {
    const auto c = static_cast<std::size_t>(step.index);
    if (step.op != FormulaOp::signal || traces[c].values != nullptr) continue;
    values[c] = read_column(file, samples, columns[c].dataset);
    traces[c] = {values[c].data(), 1};
  }
  return evaluate_rows(formula, traces, file.samples());
}

/// What `parse` makes of the text of an option; its errors are the user's.
template <class Parse>
Formula parsed(const char* option, const char* noun, const std::string& text,
               const std::vector<SampleColumn>& columns, Parse parse) {
  try {
    return parse(text, vocabulary(columns));
  } catch (const FormulaError& error) {
    Diagnostics problems;
    problems.error(option,
                   fmt::format("character {} of the {}: {}", error.at + 1, noun, error.what),
                   error.why, error.suggestion);
    problems.throw_if_errors();
    throw;
  }
}

/// By sample: whether it was flown and is among the numbers asked for.
std::vector<bool> candidates(const ResultFile& file, const Samples& samples,
                             const std::vector<std::int64_t>& numbers) {
  std::vector<bool> kept(samples.size(), false);
  Diagnostics problems;
  for (const std::int64_t number : numbers) {
    if (number < 0 || number >= file.samples()) {
      problems.error("--sample", fmt::format("there is no sample {}", number),
                     fmt::format("the file has the samples 0 to {}", file.samples() - 1));
      continue;
    }
    const auto i = static_cast<std::size_t>(number);
    if (!samples.flown(i)) {
      problems.error("--sample", fmt::format("sample {} is not flown yet", number));
    }
    kept[i] = true;
  }
  problems.throw_if_errors();
  for (std::size_t i = 0; numbers.empty() && i < kept.size(); ++i) kept[i] = samples.flown(i);
  return kept;
}

void keep_point(const Samples& samples, std::int64_t point, std::vector<bool>& kept) {
  const auto points = static_cast<std::int64_t>(samples.groups.size());
  if (!samples.groups.front().point) {
    throw Error(ExitCode::usage, "--point: error: this result has no sweep. Leave --point out.");
  }
  if (point >= points) {
    throw Error(ExitCode::usage, fmt::format("--point: error: there is no point {} (the sweep has "
                                             "the points 0 to {}).",
                                             point, points - 1));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = kept[i] && static_cast<std::int64_t>(samples.group_of(i)) == point;
  }
}

/// The worst first; those of which there is no number are left out.
void keep_worst(const SampleChoice& choice, const std::vector<double>& by,
                std::vector<std::int64_t>& numbers) {
  const auto value = [&](std::int64_t number) { return by[static_cast<std::size_t>(number)]; };
  std::erase_if(numbers, [&](std::int64_t number) { return std::isnan(value(number)); });
  std::stable_sort(numbers.begin(), numbers.end(), [&](std::int64_t a, std::int64_t b) {
    return choice.smallest ? value(a) < value(b) : value(a) > value(b);
  });
  const auto count = static_cast<std::size_t>(*choice.count);
  if (numbers.size() > count) numbers.resize(count);
}

}  // namespace

std::string SampleChoice::text() const {
  std::vector<std::string> parts;
  if (!numbers.empty()) parts.push_back("the samples that are named");
  if (point) parts.push_back(fmt::format("point {}", *point));
  if (failed) parts.push_back("failed");
  if (where) parts.push_back(*where);
  if (count) {
    parts.push_back(
        fmt::format("the {} {} {}", *count, smallest ? "smallest" : "largest", by.value_or("")));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<SampleColumn> sample_columns(const ResultFile& file) {
  std::vector<SampleColumn> columns;
  for (const Dataset& dataset : file.datasets()) {
    const bool is_one_each =
        dataset.is_root() && dataset.dims == std::vector<std::string>{"sample"};
    if (is_one_each) columns.push_back(column_of(dataset));
  }
  return columns;
}

ChosenSamples choose_samples(const ResultFile& file, const Samples& samples,
                             const SampleChoice& choice) {
  const std::vector<SampleColumn> columns = sample_columns(file);
  std::vector<bool> kept = candidates(file, samples, choice.numbers);
  if (choice.point) keep_point(samples, *choice.point, kept);
  if (choice.where) {
    const Formula condition =
        parsed("--where", "condition", *choice.where, columns, parse_condition);
    const std::vector<double> holds = evaluate_samples(file, samples, columns, condition);
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = kept[i] && holds[i] != 0.0;
  }
  ChosenSamples chosen;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i] || (choice.failed && !is_failure(samples.status[i]))) continue;
    chosen.numbers.push_back(static_cast<std::int64_t>(i));
  }
  if (!choice.by) return chosen;
  const Formula quantity = parsed("--by", "formula", *choice.by, columns, parse_quantity);
  const std::vector<double> by = evaluate_samples(file, samples, columns, quantity);
  keep_worst(choice, by, chosen.numbers);
  for (const std::int64_t number : chosen.numbers) {
    chosen.by.push_back(by[static_cast<std::size_t>(number)]);
  }
  return chosen;
}

}  // namespace montecopter
