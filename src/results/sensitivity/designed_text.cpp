#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"
#include "results/sensitivity/designed_report.hpp"
#include "results/sensitivity/report_words.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

using statistics::OutputIndices;
using statistics::SobolIndices;

/// An input below this fraction of the variance (total index) can be fixed.
constexpr double negligible = 0.01;

std::string mean_cell(const SampleMoments& of) {
  return std::isnan(of.se) ? significant(of.mean) : mean_text(of.mean, of.se);
}

/// The table and the sentences of one metric, for each kind of findings.
class MetricText {
 public:
  MetricText(const DesignedSensitivity& all, const DesignedMetric& metric, std::size_t width,
             std::size_t table_width)
      : all_(all), metric_(metric), width_(width), table_width_(table_width) {}

  std::string operator()(const OutputIndices& of) const {
    Table table{{metric_.name, "first order", "total"}, {}};
    for (const std::size_t i : metric_.by_importance) {
      table.rows.push_back({name(i), cell(of.inputs[i].first), cell(of.inputs[i].total)});
    }
    const std::size_t first = metric_.by_importance.front();
    return table_text(table, table_width_) + deleted("base points") +
           sentence(share_words(of.inputs[first])) + sentence(sum_words(of)) + negligible_words(of);
  }

  std::string operator()(const MorrisFindings& of) const {
    Table table{{metric_.name, "mu*", "mu", "sigma"}, {}};
    for (const std::size_t i : metric_.by_importance) {
      const ElementaryEffects& input = of.inputs[i];
      table.rows.push_back(
          {name(i), mean_cell(input.size), mean_cell(input.effect), significant(input.effect.sd)});
    }
    const std::size_t first = metric_.by_importance.front();
    return table_text(table, table_width_) + deleted("effects") +
           sentence(effect_words(of.inputs[first]));
  }

  std::string operator()(const OneAtATimeFindings& of) const {
    Table table{{metric_.name}, {}};
    for (const double p : all_.quantiles) table.header.push_back(quantile_name(p));
    table.header.push_back("swing");
    for (const std::size_t i : metric_.by_importance) {
      std::vector<std::string> row = {name(i)};
      for (const SampleMoments& change : of.inputs[i].changes) row.push_back(mean_cell(change));
      row.push_back(significant(of.inputs[i].swing));
      table.rows.push_back(std::move(row));
    }
    return table_text(table, table_width_) + deleted("changes") +
           sentence(fmt::format("{} is {} where all inputs are at their medians.", metric_.name,
                                mean_cell(of.at_medians)));
  }

 private:
  std::string sentence(const std::string& words) const { return wrapped(words, 2, width_); }
  const std::string& name(std::size_t input) const { return all_.inputs[input].name; }
  const std::string& first() const { return name(metric_.by_importance.front()); }

  std::string deleted(const char* plural) const {
    if (metric_.deleted == 0) return "";
    return sentence(fmt::format("{} of {} {} are deleted: samples failed or have no value.",
                                metric_.deleted, metric_.deleted + metric_.used, plural));
  }

  std::string share_words(const SobolIndices& of) const {
    if (of.total.interval.low <= 0) return "No input has a significant effect.";
    return fmt::format(
        "{} alone explains {} % of the variance, and {} % with its interactions ({} to {} %).",
        first(), percent(of.first.value), percent(of.total.value), percent(of.total.interval.low),
        percent(of.total.interval.high));
  }

  static std::string sum_words(const OutputIndices& of) {
    return fmt::format(
        "The first-order indices sum to {} % ({} to {} %); the rest is interactions and noise.",
        percent(of.additive.value), percent(of.additive.interval.low),
        percent(of.additive.interval.high));
  }

  std::string negligible_words(const OutputIndices& of) const {
    const auto count = std::count_if(of.inputs.begin(), of.inputs.end(), [](const auto& input) {
      return input.total.interval.high < negligible;
    });
    if (count == 0) return "";
    const std::string them = count == 1 ? "The last input could be fixed"
                                        : fmt::format("The last {} inputs could be fixed", count);
    return sentence(
        fmt::format("{}: each explains at most {} % of the variance.", them, percent(negligible)));
  }

  std::string effect_words(const ElementaryEffects& of) const {
    if (of.size.mean == 0) return "No input has an effect.";
    // Without a change of sign both means are equal, except for rounding.
    const bool one_sign = std::abs(of.effect.mean) >= of.size.mean * (1 - 1e-12);
    if (!one_sign) {
      return fmt::format(
          "{} matters most. Its effects have both signs: it interacts with other inputs, or the "
          "metric is not monotonic.",
          first());
    }
    const char* verb = of.effect.mean > 0 ? "rises" : "falls";
    const bool is_even = of.effect.sd <= 0.1 * of.size.mean;
    return fmt::format(
        "{} {} with {} on every trajectory, {}.", metric_.name, verb, first(),
        is_even ? "nearly linearly" : "but not linearly (curvature or interactions)");
  }

  const DesignedSensitivity& all_;
  const DesignedMetric& metric_;
  std::size_t width_, table_width_;
};

/// The line that describes the design and the columns of the tables.
std::string explanation(const DesignedSensitivity& all) {
  return fmt::format("{}: {} {} of {} samples; {}", all.design, all.comparisons,
                     all.comparisons == 1 ? all.comparison.name : all.comparison.plural,
                     all.comparison.samples, all.study.explanation);
}

/// A table of the values of the inputs in a one-at-a-time design.
std::string inputs_text(const DesignedSensitivity& all, std::size_t width) {
  if (all.quantiles.empty()) return "";
  Table table{{"input", "median"}, {}};
  for (const double p : all.quantiles) table.header.push_back(quantile_name(p));
  for (const DesignedInput& input : all.inputs) {
    std::vector<std::string> row = {input.name, significant(input.median)};
    for (const double value : input.at_quantiles) row.push_back(significant(value));
    table.rows.push_back(std::move(row));
  }
  return "\n" + table_text(table, width);
}

}  // namespace

std::string designed_text(const DesignedSensitivity& all, std::size_t width,
                          std::size_t table_width) {
  std::string text = wrapped(explanation(all), 0, width) + inputs_text(all, table_width);
  for (const DesignedGroup& group : all.groups) {
    if (all.is_sweep) text += "\n" + group_text(group.group) + "\n";
    for (const DesignedMetric& metric : group.metrics) {
      text += "\n";
      if (metric.findings) {
        text += std::visit(MetricText(all, metric, width, table_width), *metric.findings);
      } else {
        text += wrapped(metric.name + ": " + metric.obstacle, 0, width);
      }
    }
  }
  return text;
}

}  // namespace montecopter
