#include "results/sensitivity/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/statistics/mann_whitney.hpp"
#include "core/statistics/rank_correlation.hpp"
#include "results/summarise/round_off.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {
namespace {

using namespace statistics;

/// Probability of any false effect, over all inputs of a metric together (Bonferroni).
constexpr double chance = 0.05;

/// One value for each of several samples.
using Column = std::vector<double>;

struct InputColumn {
  std::string dataset, name, unit;
};

std::vector<InputColumn> input_columns(const record::ResultFile& file) {
  constexpr std::string_view prefix = input_prefix;
  std::vector<InputColumn> found;
  for (const record::Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || !dataset.name.starts_with(prefix)) continue;
    found.push_back({dataset.name, dataset.name.substr(prefix.size()), dataset.text("units")});
  }
  return found;
}

/// Reads a column at some rows of the file only.
Column read_rows(const record::ResultFile& file, const std::string& name, const RowRanges& rows) {
  constexpr std::int64_t piece_rows = 1 << 16;
  const record::Dataset& dataset = sample_column(file, name);
  Column out, piece;
  out.reserve(static_cast<std::size_t>(rows.count()));
  std::int64_t begin = 0, end = 0;  // rows of the piece
  for (const RowRange& range : rows.ranges()) {
    for (std::int64_t row = range.first; row < range.end;) {
      if (row >= end) {
        begin = row;
        end = std::min(begin + piece_rows, rows.ranges().back().end);
        file.read_f64(dataset, begin, end - begin, piece);
      }
      const std::int64_t last = std::min(range.end, end);
      out.insert(out.end(), piece.begin() + (row - begin), piece.begin() + (last - begin));
      row = last;
    }
  }
  return out;
}

/// Rows for which `is_kept(row, value)` holds; `values` has one value for each row.
template <class IsKept>
RowRanges kept_of(const RowRanges& rows, const Column& values, const IsKept& is_kept) {
  RowRanges kept;
  std::size_t i = 0;
  for (const std::int64_t row : rows) {
    if (is_kept(row, values[i++])) kept.add(row);
  }
  return kept;
}

bool is_constant(const Column& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

/// The samples of a group that were flown and have all inputs.
RowRanges rows_of(const record::ResultFile& file, const Samples& samples, const RowRanges& group,
                  const std::vector<InputColumn>& inputs, std::int64_t& without) {
  RowRanges rows;
  for (const std::int64_t row : group) {
    if (samples.flown_at_row(row)) rows.add(row);
  }
  const std::int64_t flown = rows.count();
  for (const InputColumn& input : inputs) {
    rows = kept_of(rows, read_rows(file, input.dataset, rows),
                   [](std::int64_t, double value) { return std::isfinite(value); });
  }
  without = flown - rows.count();
  return rows;
}

/// "hover.h5" or "hover.h5, point 3"
std::string place(const record::ResultFile& file, const Group& group) {
  return group.point ? fmt::format("{}, point {}", file.path(), *group.point) : file.path();
}

void require_enough(const record::ResultFile& file, const Group& group, std::int64_t flown) {
  if (flown >= least_samples) return;
  throw Error(ExitCode::usage,
              Problem{place(file, group),
                      fmt::format("{} {} too few for a sensitivity analysis",
                                  counted(flown, "sample"), verb(flown, "is", "are")),
                      fmt::format("at least {} are needed, and hundreds are better", least_samples),
                      "Run its scenario with a larger -n"});
}

void require_variation(const record::ResultFile& file, const Group& group, std::size_t inputs) {
  if (inputs > 0) return;
  throw Error(ExitCode::usage,
              Problem{place(file, group), "no input varies from sample to sample",
                      "the scenario disperses nothing, or only constants and frozen streams",
                      "Add [disperse.\"PATH\"] to the scenario and run it again"});
}

/// Finds correlated inputs from the matrix of rank correlations, stored by rows.
std::vector<CorrelatedInputs> find_correlated(const std::vector<double>& correlations,
                                              std::size_t inputs, std::size_t n) {
  std::vector<CorrelatedInputs> found;
  const auto d = static_cast<double>(inputs);
  for (std::size_t a = 0; a < inputs; ++a) {
    for (std::size_t b = a + 1; b < inputs; ++b) {
      const double r = correlations[b * inputs + a];
      if (p_of_rank_correlation(r, n) * d * (d - 1) / 2 <= chance) found.push_back({a, b, r});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& one, const auto& other) {
    return std::abs(one.rank_correlation) > std::abs(other.rank_correlation);
  });
  return found;
}

double median(Column values) {
  sort_ascending(values);
  const std::size_t n = values.size();
  return n == 0 ? stored_nan : 0.5 * values[(n - 1) / 2] + 0.5 * values[n / 2];
}

/// Inputs and metrics of the flown samples of one group. Columns are read each time they are
/// needed, since they may not fit into memory.
class GroupStudy {
 public:
  GroupStudy(const record::ResultFile& file, const Samples& samples, const EffectSettings& settings)
      : file_(file),
        samples_(samples),
        settings_(settings),
        columns_(input_columns(file)),
        groups_(samples.rows_by_group()) {}

  GroupSensitivity of(const Group& group, const std::vector<SummaryMetric>& metrics) {
    GroupSensitivity out;
    out.group = group;
    rows_ = rows_of(file_, samples_, groups_[static_cast<std::size_t>(group.point.value_or(0))],
                    columns_, out.without_input);
    require_enough(file_, group, rows_.count());
    find_inputs(out);
    require_variation(file_, group, out.inputs.size());
    for (const std::int64_t row : rows_) ++(is_ok(row) ? out.ok : out.failed);
    const auto n = static_cast<std::size_t>(rows_.count());
    out.correlated =
        find_correlated(rank_correlations(
                            varying_.size(), [&](std::size_t i) { return input(i, rows_); },
                            settings_.columns_at_once(n)),
                        varying_.size(), n);
    study_metrics(out, metrics);
    if (out.failed > 0 && out.ok > 0) study_failures(out);
    return out;
  }

 private:
  bool is_ok(std::int64_t row) const { return samples_.at_row(row) == Status::ok; }

  /// Values of one of the varying inputs.
  Column input(std::size_t i, const RowRanges& rows) const {
    return read_rows(file_, columns_[varying_[i]].dataset, rows);
  }

  Column metric(const std::string& name, const RowRanges& rows) const {
    return read_rows(file_, metric_prefix + name, rows);
  }

  void find_inputs(GroupSensitivity& out) {
    varying_.clear();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column values = read_rows(file_, columns_[c].dataset, rows_);
      if (is_constant(values)) continue;
      const SampleMoments of = moments(values);
      out.inputs.push_back({columns_[c].name, columns_[c].unit, of.mean, of.sd});
      varying_.push_back(c);
    }
  }

  /// Groups metrics that have values in the same samples: their inputs are ranked and weighted
  /// once.
  void study_metrics(GroupSensitivity& out, const std::vector<SummaryMetric>& metrics) const {
    std::vector<RowRanges> usable;
    for (const SummaryMetric& metric : metrics) {
      MetricSensitivity& one = out.metrics.emplace_back();
      one.name = metric.name;
      one.unit = metric.unit;
      usable.push_back(kept_of(
          rows_, this->metric(metric.name, rows_),
          [&](std::int64_t row, double value) { return is_ok(row) && std::isfinite(value); }));
      one.samples = usable.back().count();
      one.without_number = out.ok - one.samples;
      const Column numbers = this->metric(metric.name, usable.back());
      one.is_constant = is_constant_up_to_round_off(numbers, metric.unit);
      one.is_exactly_constant = is_constant(numbers);
    }
    std::vector<bool> is_done(metrics.size());
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      std::vector<std::size_t> together;
      for (std::size_t k = m; k < metrics.size(); ++k) {
        const bool has_effects =
            out.metrics[k].samples >= least_samples && !out.metrics[k].is_constant;
        if (is_done[k] || !has_effects || usable[k] != usable[m]) continue;
        together.push_back(k);
        is_done[k] = true;
      }
      if (!together.empty()) study_together(out, together, usable[m]);
    }
  }

  void study_together(GroupSensitivity& out, const std::vector<std::size_t>& metrics,
                      const RowRanges& usable) const {
    const auto n = static_cast<std::size_t>(usable.count());
    std::vector<OutputEffects> effects = effects_of(
        {varying_.size(), metrics.size(), n, [&](std::size_t i) { return input(i, usable); },
         [&](std::size_t o) { return metric(out.metrics[metrics[o]].name, usable); }},
        settings_);
    for (std::size_t k = 0; k < metrics.size(); ++k) {
      take(out.metrics[metrics[k]], std::move(effects[k]), n);
    }
  }

  static void take(MetricSensitivity& out, OutputEffects effects, std::size_t n) {
    out.effects = std::move(effects);
    const auto inputs = static_cast<double>(out.effects.inputs.size());
    for (const InputEffect& effect : out.effects.inputs) {
      out.beyond_chance.push_back(p_of_effect(effect, n) * inputs <= chance);
    }
    sort_by_importance(out);
  }

  /// Sorts inputs by importance, significant effects first. The error of an index is 1/sqrt(n), so
  /// that the squared rank correlation (fraction of the ranks' variance) may be more informative.
  static void sort_by_importance(MetricSensitivity& out) {
    const std::size_t d = out.effects.inputs.size();
    std::vector<double> share;
    for (const InputEffect& effect : out.effects.inputs) {
      const double r = effect.rank_correlation.value, index = effect.first_order.value;
      share.push_back(std::isnan(r) || std::isnan(index) ? -2 : std::max(index, r * r));
    }
    out.by_importance.resize(d);
    std::iota(out.by_importance.begin(), out.by_importance.end(), std::size_t{0});
    std::stable_sort(out.by_importance.begin(), out.by_importance.end(),
                     [&](std::size_t a, std::size_t b) {
                       if (out.beyond_chance[a] != out.beyond_chance[b]) {
                         return static_cast<bool>(out.beyond_chance[a]);
                       }
                       return share[a] > share[b];
                     });
  }

  void study_failures(GroupSensitivity& out) const {
    std::vector<char> has_failed;
    has_failed.reserve(static_cast<std::size_t>(rows_.count()));
    for (const std::int64_t row : rows_) has_failed.push_back(is_ok(row) ? 0 : 1);
    const auto m = static_cast<std::size_t>(out.failed), n = static_cast<std::size_t>(out.ok);
    const double together = 1 - chance / static_cast<double>(varying_.size());
    for (std::size_t i = 0; i < varying_.size(); ++i) {
      FailureSeparation& one = out.failures.emplace_back();
      one.input = i;
      Column values = input(i, rows_), failed, ok;
      for (std::size_t k = 0; k < values.size(); ++k) {
        (has_failed[k] != 0 ? failed : ok).push_back(values[k]);
      }
      one.median_failed = median(std::move(failed));
      one.median_ok = median(std::move(ok));
      const double area = auc(ordered(std::move(values)), has_failed);
      one.auc = {area, auc_interval(area, m, n, settings_.confidence)};
      const Interval all = auc_interval(area, m, n, together);
      one.beyond_chance = all.low > 0.5 || all.high < 0.5;
    }
    std::stable_sort(out.failures.begin(), out.failures.end(), [](const auto& a, const auto& b) {
      return std::abs(a.auc.value - 0.5) > std::abs(b.auc.value - 0.5);
    });
  }

  const record::ResultFile& file_;
  const Samples& samples_;
  const EffectSettings& settings_;
  std::vector<InputColumn> columns_;
  std::vector<RowRanges> groups_;     ///< all rows of each group
  RowRanges rows_;                    ///< rows of the file
  std::vector<std::size_t> varying_;  ///< the varying inputs, as indices of columns_
};

}  // namespace

Sensitivity sensitivity(const record::ResultFile& file, const Samples& samples,
                        const Summary& summary, const EffectSettings& settings) {
  Sensitivity out;
  out.scenario = summary.scenario;
  out.settings = settings;
  out.is_sweep = summary.is_sweep();
  GroupStudy study(file, samples, settings);
  for (const GroupSummary& group : summary.groups) {
    out.groups.push_back(study.of(group.group, summary.metrics));
  }
  return out;
}

}  // namespace montecopter
