#include "results/summarise/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/fields/former_metrics.hpp"
#include "core/formula/condition.hpp"
#include "core/formula/evaluate.hpp"
#include "plan/invalid_reason.hpp"
#include "results/summarise/invalid_reasons.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

SampleColumn column_of(const Dataset& dataset) {
  SampleColumn column{dataset.name, dataset.name, dataset.text("units")};
  column.is_whole = dataset.element != Element::f64 && dataset.element != Element::f32;
  if (dataset.name.starts_with(metric_prefix)) {
    column.name = without_prefix(dataset.name, metric_prefix);
    column.kind = SampleColumn::Kind::metric;
  } else if (dataset.name.starts_with(input_prefix)) {
    column.name = without_prefix(dataset.name, input_prefix);
    column.kind = SampleColumn::Kind::input;
    column.codes = set_names(dataset);
  } else if (dataset.name == status_column) {
    column.codes.assign(status_names.begin(), status_names.end());
  } else if (dataset.name == invalid_reason_column) {
    column.codes = reason_names(dataset);
  }
  return column;
}

/// Names that conditions may use, in the order of the columns.
std::vector<ConditionColumn> vocabulary(const std::vector<SampleColumn>& columns) {
  std::vector<ConditionColumn> words;
  for (const SampleColumn& column : columns) {
    ConditionColumn word{.name = column.name, .codes = column.codes};
    if (column.dataset != column.name) word.other_names.push_back(column.dataset);
    const std::string prefix = column.dataset.substr(0, column.dataset.size() - column.name.size());
    const bool is_metric = column.kind == SampleColumn::Kind::metric;
    const auto before = is_metric ? former_name(column.name) : std::nullopt;
    if (before) word.former_names = {*before, prefix + *before};
    words.push_back(std::move(word));
  }
  return words;
}

/// Number of samples for which conditions and quantities are computed at once.
constexpr std::int64_t piece_rows = 1 << 16;

/// Evaluates a formula for samples; a sample that was not flown has NaN in all columns.
class SampleFormula {
 public:
  SampleFormula(const ResultFile& file, const Samples& samples,
                const std::vector<SampleColumn>& columns, Formula formula)
      : file_(file), samples_(samples), formula_(std::move(formula)), named_(columns.size()) {
    for (const FormulaStep& step : formula_.steps) {
      if (step.op != FormulaOp::signal) continue;
      named_[step.index] = &sample_column(file, columns[step.index].dataset);
    }
  }

  std::vector<double> of(std::int64_t first, std::int64_t count) const {
    std::vector<std::vector<double>> values(named_.size());
    std::vector<FormulaTrace> traces(named_.size());
    for (std::size_t c = 0; c < named_.size(); ++c) {
      if (named_[c] == nullptr) continue;
      file_.read_f64(*named_[c], first, count, values[c]);
      for (std::size_t i = 0; i < values[c].size(); ++i) {
        if (!samples_.flown(static_cast<std::size_t>(first) + i)) values[c][i] = std::nan("");
      }
      traces[c] = {values[c].data(), 1};
    }
    return evaluate_rows(formula_, traces, static_cast<Index>(count));
  }

 private:
  const ResultFile& file_;
  const Samples& samples_;
  Formula formula_;
  std::vector<const Dataset*> named_;  ///< one for each column; null if the formula does not use it
};

/// Parses the text of an option by `parse`; syntax errors become Error(usage).
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

/// Whether each sample was flown and is among the requested numbers.
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
      problems.error("--sample", fmt::format("sample {} has not been flown", number));
    }
    kept[i] = true;
  }
  problems.throw_if_errors();
  for (std::size_t i = 0; numbers.empty() && i < kept.size(); ++i) kept[i] = samples.flown(i);
  return kept;
}

void keep_point(const Samples& samples, std::int64_t point, std::vector<bool>& kept) {
  const Index group =
      require_point(samples.groups.front().point.has_value(), samples.groups.size(), point);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = kept[i] && samples.group_of(i) == group;
  }
}

/// Keeps the worst of the samples that it takes in ascending order. Samples without a number are
/// left out. Memory: a few times the requested number.
class Worst {
 public:
  Worst(std::size_t count, bool smallest) : count_(count), smallest_(smallest) {}

  void add(std::int64_t number, double by) {
    if (std::isnan(by)) return;
    found_.push_back({number, by});
    if (found_.size() >= 2 * count_ + 1024) prune();
  }

  /// Order: worst first; for equal values, the lower number first.
  const std::vector<NumberedValue>& all() {
    prune();
    return found_;
  }

 private:
  void prune() {
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const NumberedValue& a, const NumberedValue& b) {
                       return smallest_ ? a.value < b.value : a.value > b.value;
                     });
    if (found_.size() > count_) found_.resize(count_);
  }

  std::size_t count_;
  bool smallest_;
  std::vector<NumberedValue> found_;
};

}  // namespace

std::string SampleChoice::text() const {
  std::vector<std::string> parts;
  if (!numbers.empty()) parts.push_back("the named samples");
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
  std::optional<SampleFormula> condition, quantity;
  if (choice.where) {
    condition.emplace(file, samples, columns,
                      parsed("--where", "condition", *choice.where, columns, parse_condition));
  }
  if (choice.by) {
    quantity.emplace(file, samples, columns,
                     parsed("--by", "formula", *choice.by, columns, parse_quantity));
  }
  ChosenSamples chosen;
  const auto rows = std::ssize(kept);
  const std::int64_t most = std::min(rows, choice.count.value_or(rows));
  Worst worst(static_cast<std::size_t>(most), choice.smallest);
  for (std::int64_t first = 0; first < rows; first += piece_rows) {
    const std::int64_t count = std::min(piece_rows, rows - first);
    const auto holds = condition ? condition->of(first, count) : std::vector<double>();
    const auto by = quantity ? quantity->of(first, count) : std::vector<double>();
    for (std::int64_t i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i), sample = static_cast<std::size_t>(first + i);
      const bool is_out = !kept[sample] || (condition && holds[k] == 0.0) ||
                          (choice.failed && !is_failure(samples.status[sample]));
      if (is_out) continue;
      if (quantity) {
        worst.add(first + i, by[k]);
      } else {
        chosen.numbers.push_back(first + i);
      }
    }
  }
  for (const NumberedValue& one : worst.all()) {
    chosen.numbers.push_back(one.number);
    chosen.by.push_back(one.value);
  }
  return chosen;
}

}  // namespace montecopter
