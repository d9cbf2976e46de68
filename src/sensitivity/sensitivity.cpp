#include "sensitivity/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "inference/mann_whitney.hpp"
#include "inference/mean_bounds.hpp"
#include "inference/rank_correlation.hpp"
#include "summarise/statistics.hpp"

namespace montecopter {
namespace {

using namespace inference;

/// How often chance may call anything an effect, over all inputs of a metric together (Bonferroni).
constexpr double chance = 0.05;

/// One value for each of some samples.
using Column = std::vector<double>;

struct InputColumn {
  std::string name, unit;
  Column values;  ///< by sample of the file
};

std::vector<InputColumn> read_inputs(const record::ResultFile& file) {
  constexpr std::string_view prefix = "in_";
  std::vector<InputColumn> found;
  for (const record::Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || !dataset.name.starts_with(prefix)) continue;
    found.push_back({dataset.name.substr(prefix.size()), dataset.text("units"),
                     read_sample_column(file, dataset.name)});
  }
  return found;
}

Column those(const Column& all, const std::vector<std::size_t>& rows) {
  Column out;
  for (const std::size_t row : rows) out.push_back(all[row]);
  return out;
}

bool is_constant(const Column& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

/// The samples of a group that were flown and have all inputs.
std::vector<std::size_t> rows_of(const Samples& samples, std::size_t group,
                                 const std::vector<InputColumn>& inputs, std::int64_t& without) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples.flown(i) || samples.group_of(i) != group) continue;
    const bool has_all = std::all_of(inputs.begin(), inputs.end(), [&](const InputColumn& input) {
      return std::isfinite(input.values[i]);
    });
    if (has_all) {
      rows.push_back(i);
    } else {
      ++without;
    }
  }
  return rows;
}

/// "hover.h5" or "hover.h5, point 3"
std::string place(const record::ResultFile& file, const Group& group) {
  return group.point ? fmt::format("{}, point {}", file.path(), *group.point) : file.path();
}

void require_enough(const record::ResultFile& file, const Group& group, std::size_t flown) {
  if (static_cast<std::int64_t>(flown) >= least_samples) return;
  throw Error(ExitCode::usage,
              fmt::format("{}: error: {} samples are too few to tell which input matters ({} are "
                          "needed, and hundreds are good). Run its scenario with a larger -n.",
                          place(file, group), flown, least_samples));
}

void require_variation(const record::ResultFile& file, const Group& group, std::size_t inputs) {
  if (inputs > 0) return;
  throw Error(
      ExitCode::usage,
      fmt::format(
          "{}: error: no input varies from sample to sample (the scenario disperses "
          "nothing, or by constants and frozen streams only). Add [disperse.\"PATH\"] to it "
          "and run it again.",
          place(file, group)));
}

/// Of the two-sided test of Spearman's correlation of independent variables, by Student's t.
double p_of_rank_correlation(double r, std::size_t n) {
  if (std::isnan(r)) return 1;
  const auto size = static_cast<double>(n);
  const double t = std::abs(r) * std::sqrt((size - 2) / std::max(1 - r * r, 0.0));
  return 2 * t_tails(size - 1, t).at_least;
}

/// Of the one-sided test of the first-order index: without an effect n var(index) tends to 1.
double p_of_first_order(double index, std::size_t n) {
  if (std::isnan(index)) return 1;
  return 0.5 * std::erfc(index * std::sqrt(static_cast<double>(n)) / std::sqrt(2.0));
}

std::vector<CorrelatedInputs> find_correlated(const std::vector<Column>& inputs) {
  std::vector<CorrelatedInputs> found;
  std::vector<std::vector<double>> scores;
  const std::size_t n = inputs.front().size();
  for (const Column& input : inputs) scores.push_back(rank_scores(ordered(input), Counts(n, 1)));
  const auto d = static_cast<double>(inputs.size());
  for (std::size_t a = 0; a < inputs.size(); ++a) {
    for (std::size_t b = a + 1; b < inputs.size(); ++b) {
      const double r = score_correlation(scores[a], scores[b]);
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

/// The samples of one group, as the inputs and metrics of the flights that were flown.
class GroupStudy {
 public:
  GroupStudy(const record::ResultFile& file, const Samples& samples,
             const std::vector<InputColumn>& columns, const EffectSettings& settings)
      : file_(file), samples_(samples), columns_(columns), settings_(settings) {}

  GroupSensitivity of(const Group& group, const std::vector<SummaryMetric>& metrics) {
    GroupSensitivity out;
    out.group = group;
    rows_ = rows_of(samples_, static_cast<std::size_t>(group.point.value_or(0)), columns_,
                    out.without_input);
    require_enough(file_, group, rows_.size());
    find_inputs(out);
    require_variation(file_, group, out.inputs.size());
    for (const std::size_t row : rows_) ++(is_ok(row) ? out.ok : out.failed);
    out.correlated = find_correlated(inputs_);
    study_metrics(out, metrics);
    if (out.failed > 0 && out.ok > 0) study_failures(out);
    return out;
  }

 private:
  bool is_ok(std::size_t row) const { return samples_.status[row] == Status::ok; }

  void find_inputs(GroupSensitivity& out) {
    inputs_.clear();
    for (const InputColumn& column : columns_) {
      Column values = those(column.values, rows_);
      if (is_constant(values)) continue;
      const SampleMoments of = moments(values);
      out.inputs.push_back({column.name, column.unit, of.mean, of.sd});
      inputs_.push_back(std::move(values));
    }
  }

  /// Metrics that have numbers in the same samples are studied together: their inputs are ranked
  /// and weighted once.
  void study_metrics(GroupSensitivity& out, const std::vector<SummaryMetric>& metrics) const {
    std::vector<std::vector<std::size_t>> usable;  // positions in rows_
    std::vector<Column> columns;
    for (const SummaryMetric& metric : metrics) {
      columns.push_back(those(read_sample_column(file_, "m_" + metric.name), rows_));
      usable.push_back(usable_in(columns.back()));
      MetricSensitivity& one = out.metrics.emplace_back();
      one.name = metric.name;
      one.unit = metric.unit;
      one.samples = static_cast<std::int64_t>(usable.back().size());
      one.without_number = out.ok - one.samples;
      columns.back() = those(columns.back(), usable.back());
      one.is_constant = is_constant(columns.back());
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
      if (!together.empty()) study_together(out, together, usable[m], columns);
    }
  }

  std::vector<std::size_t> usable_in(const Column& metric) const {
    std::vector<std::size_t> usable;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (is_ok(rows_[i]) && std::isfinite(metric[i])) usable.push_back(i);
    }
    return usable;
  }

  void study_together(GroupSensitivity& out, const std::vector<std::size_t>& metrics,
                      const std::vector<std::size_t>& usable,
                      const std::vector<Column>& columns) const {
    std::vector<Column> inputs, outputs;
    for (const Column& input : inputs_) inputs.push_back(those(input, usable));
    for (const std::size_t m : metrics) outputs.push_back(columns[m]);
    std::vector<OutputEffects> effects = effects_of(inputs, outputs, settings_);
    for (std::size_t k = 0; k < metrics.size(); ++k) {
      take(out.metrics[metrics[k]], std::move(effects[k]), usable.size());
    }
  }

  static void take(MetricSensitivity& out, OutputEffects effects, std::size_t n) {
    out.effects = std::move(effects);
    // Two tests of each input.
    const auto tests = static_cast<double>(2 * out.effects.inputs.size());
    for (const InputEffect& effect : out.effects.inputs) {
      out.beyond_chance.push_back(std::min(p_of_rank_correlation(effect.rank_correlation.value, n),
                                           p_of_first_order(effect.first_order.value, n)) *
                                      tests <=
                                  chance);
    }
    sort_by_importance(out);
  }

  /// First those with an effect that chance has not. An index is known to 1/sqrt(n) only, so that
  /// the square of a rank correlation, which is the share of the ranks' variance, may tell more.
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
    for (const std::size_t row : rows_) has_failed.push_back(is_ok(row) ? 0 : 1);
    const auto m = static_cast<std::size_t>(out.failed), n = static_cast<std::size_t>(out.ok);
    const double together = 1 - chance / static_cast<double>(inputs_.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      FailureSeparation& one = out.failures.emplace_back();
      one.input = i;
      const double area = auc(ordered(inputs_[i]), has_failed);
      one.auc = {area, auc_interval(area, m, n, settings_.confidence)};
      const Interval all = auc_interval(area, m, n, together);
      one.beyond_chance = all.low > 0.5 || all.high < 0.5;
      Column failed, ok;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        (has_failed[k] != 0 ? failed : ok).push_back(inputs_[i][k]);
      }
      one.median_failed = median(std::move(failed));
      one.median_ok = median(std::move(ok));
    }
    std::stable_sort(out.failures.begin(), out.failures.end(), [](const auto& a, const auto& b) {
      return std::abs(a.auc.value - 0.5) > std::abs(b.auc.value - 0.5);
    });
  }

  const record::ResultFile& file_;
  const Samples& samples_;
  const std::vector<InputColumn>& columns_;
  const EffectSettings& settings_;
  std::vector<std::size_t> rows_;  ///< of the file
  std::vector<Column> inputs_;     ///< those that vary, by rows_
};

}  // namespace

Sensitivity sensitivity(const record::ResultFile& file, const Samples& samples,
                        const Summary& summary, const EffectSettings& settings) {
  Sensitivity out;
  out.scenario = summary.scenario;
  out.settings = settings;
  out.is_sweep = summary.is_sweep();
  const std::vector<InputColumn> inputs = read_inputs(file);
  GroupStudy study(file, samples, inputs, settings);
  for (const GroupSummary& group : summary.groups) {
    out.groups.push_back(study.of(group.group, summary.metrics));
  }
  return out;
}

}  // namespace montecopter
