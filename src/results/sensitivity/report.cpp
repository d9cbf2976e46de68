#include "results/sensitivity/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "results/sensitivity/report_words.hpp"
#include "results/summarise/report.hpp"

namespace montecopter {
namespace {

using statistics::Estimate;
using statistics::InputEffect;
using statistics::Interval;

std::string plain_cell(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.2f}", 0.0 + std::round(100 * value) / 100);
}

std::string range_text(const Interval& of) {
  return fmt::format("{} to {}", significant(of.low), significant(of.high));
}

bool has_sign(const Interval& of) { return of.low > 0 || of.high < 0; }

/// Why a metric has no effects; empty if it has.
std::string obstacle(const MetricSensitivity& metric) {
  if (metric.samples < least_samples) {
    return fmt::format("{}: {} {} a value; {} are needed\n", metric.name,
                       counted(metric.samples, "sample"), verb(metric.samples, "has", "have"),
                       least_samples);
  }
  if (metric.is_constant) {
    return fmt::format("{}: constant in all {} samples{}\n", metric.name, metric.samples,
                       metric.is_exactly_constant ? "" : " up to round-off (1e-9 of its scale)");
  }
  return "";
}

class GroupText {
 public:
  GroupText(const Sensitivity& all, const GroupSensitivity& group, std::size_t width,
            std::size_t table_width)
      : all_(all), group_(group), width_(width), table_width_(table_width) {}

  std::string text() const {
    std::string text;
    if (all_.is_sweep) text += "\n" + group_text(group_.group) + "\n";
    text += left_out();
    text += correlated();
    for (const MetricSensitivity& metric : group_.metrics) {
      const std::string why = obstacle(metric);
      text += "\n" +
              (why.empty() ? table_text(table_of(metric), table_width_) + sentences(metric) : why);
    }
    if (group_.failed > 0) text += "\n" + failures();
    return text;
  }

 private:
  std::string sentence(const std::string& words) const { return wrapped(words, 2, width_); }
  const std::string& name(std::size_t input) const { return group_.inputs[input].name; }

  bool is_correlated(std::size_t input) const {
    return std::any_of(
        group_.correlated.begin(), group_.correlated.end(),
        [&](const CorrelatedInputs& pair) { return pair.a == input || pair.b == input; });
  }
  /// The name of an input, marked if it is correlated: its measures contain effects of other
  /// inputs.
  std::string name_in_table(std::size_t input) const {
    return name(input) + (is_correlated(input) ? " (correlated)" : "");
  }

  std::string left_out() const {
    std::string text;
    if (group_.failed > 0) {
      text += fmt::format("metrics of {}; {} failed {} excluded\n", counted(group_.ok, "sample"),
                          group_.failed, verb(group_.failed, "sample is", "samples are"));
    }
    if (group_.without_input > 0) {
      text += fmt::format("{} with a non-finite input {} excluded\n",
                          counted(group_.without_input, "sample"),
                          verb(group_.without_input, "is", "are"));
    }
    return text;
  }

  std::string correlated() const {
    if (group_.correlated.empty()) return "";
    constexpr std::size_t most = 5;
    std::string words = "significantly correlated inputs, whose effects cannot be separated: ";
    for (std::size_t k = 0; k < group_.correlated.size() && k < most; ++k) {
      const CorrelatedInputs& pair = group_.correlated[k];
      words += fmt::format("{}{} and {} ({:.2f})", k == 0 ? "" : ", ", name(pair.a), name(pair.b),
                           pair.rank_correlation);
    }
    if (group_.correlated.size() > most) {
      words += fmt::format(" and {} more pairs", group_.correlated.size() - most);
    }
    return wrapped(words, 0, width_);
  }

  Table table_of(const MetricSensitivity& metric) const {
    Table table{{metric.name, "first order", "Spearman", "partial", "xi",
                 quantile_name(all_.settings.quantile) + " halved"},
                {}};
    for (const std::size_t i : metric.by_importance) {
      const InputEffect& effect = metric.effects.inputs[i];
      table.rows.push_back({name_in_table(i), cell(effect.first_order),
                            cell(effect.rank_correlation), cell(effect.partial_rank_correlation),
                            plain_cell(effect.xi.value),
                            significant(effect.halved.quantile.value)});
    }
    return table;
  }

  std::string sentences(const MetricSensitivity& metric) const {
    std::string text;
    if (metric.without_number > 0) {
      text += sentence(fmt::format("{} of {} {} no value.", metric.without_number,
                                   counted(metric.samples + metric.without_number, "sample"),
                                   verb(metric.without_number, "has", "have")));
    }
    const std::size_t first = metric.by_importance.front();
    if (!metric.beyond_chance[first]) {
      return text + sentence("No input has a significant effect.");
    }
    text += sentence(shown_words(metric));
    const InputEffect& effect = metric.effects.inputs[first];
    text += sentence(effect_words(metric, first, effect));
    return text + sentence(halving_words(metric, first, effect));
  }

  static std::string shown_words(const MetricSensitivity& metric) {
    const auto shown = std::count(metric.beyond_chance.begin(), metric.beyond_chance.end(), true);
    const auto all = std::ssize(metric.beyond_chance);
    if (shown == all) return "All inputs have significant effects.";
    return shown == 1 ? "Only the first input has a significant effect."
                      : fmt::format("The first {} inputs have significant effects.", shown);
  }

  std::string effect_words(const MetricSensitivity& metric, std::size_t input,
                           const InputEffect& effect) const {
    const double r = effect.rank_correlation.value;
    // An output that falls and rises again has a small correlation and a large index.
    const bool is_monotone =
        has_sign(effect.rank_correlation.interval) && r * r >= 0.5 * effect.first_order.value;
    const char* verb = !is_monotone ? "depends on" : r > 0 ? "rises with" : "falls with";
    std::string words = fmt::format("{} {} {}", metric.name, verb, name(input));
    const Estimate& share = effect.first_order;
    if (share.interval.low > 0) {
      words += fmt::format(", which alone explains {} % of its variance ({} to {} %)",
                           percent(share.value), percent(share.interval.low),
                           percent(std::min(share.interval.high, 1.0)));
    }
    return words + ".";
  }

  std::string halving_words(const MetricSensitivity& metric, std::size_t input,
                            const InputEffect& effect) const {
    const statistics::HalvedSpread& halved = effect.halved;
    const double p = 100 * all_.settings.quantile;
    if (std::isnan(halved.quantile.value)) {
      return fmt::format(
          "The effect of halving the spread of {} cannot be estimated: there are too few samples, "
          "or its values leave gaps.",
          name(input));
    }
    const std::string from = significant(metric.effects.quantile);
    const std::string to = significant(halved.quantile.value);
    const std::string known =
        fmt::format("{}; {:.0f} effective samples", range_text(halved.quantile.interval),
                    halved.effective_samples);
    if (has_sign(halved.change.interval)) {
      return fmt::format("Halving the spread of {} moves the {:g} % quantile from {} to {} ({}).",
                         name(input), p, from, to, known);
    }
    return fmt::format(
        "Halving the spread of {} does not move the {:g} % quantile significantly: from {} to {} "
        "({}).",
        name(input), p, from, to, known);
  }

  std::string failures() const {
    std::string text =
        fmt::format("{} of {} failed", group_.failed, counted(group_.failed + group_.ok, "sample"));
    if (group_.failures.empty()) return text + ": all\n";
    Table table{{text, "AUC", "95 % interval", "median failed", "median ok"}, {}};
    for (const FailureSeparation& one : group_.failures) {
      table.rows.push_back(
          {name(one.input), plain_cell(one.auc.value),
           fmt::format("[{:.2f}, {:.2f}]", one.auc.interval.low, one.auc.interval.high),
           significant(one.median_failed), significant(one.median_ok)});
    }
    return table_text(table, table_width_) + sentence(failure_words(group_.failures.front()));
  }

  std::string failure_words(const FailureSeparation& first) const {
    if (!first.beyond_chance) {
      return "No input separates failed samples from the others significantly.";
    }
    const bool larger = first.auc.value > 0.5;
    const double share = larger ? first.auc.value : 1 - first.auc.value;
    const Interval& of = first.auc.interval;
    return fmt::format(
        "A failed sample has a {} {} than an ok sample in {} % of all pairs ({} to {} %).",
        larger ? "larger" : "smaller", name(first.input), percent(share),
        percent(larger ? of.low : 1 - of.high), percent(larger ? of.high : 1 - of.low));
  }

  const Sensitivity& all_;
  const GroupSensitivity& group_;
  std::size_t width_, table_width_;
};

Json effect_json(const VaryingInput& input, const InputEffect& effect, bool beyond_chance) {
  Json out = Json::object();
  out.set("input", Json::text(input.name));
  out.set("beyond_chance", Json::boolean(beyond_chance));
  out.set("first_order", estimate_json(effect.first_order));
  out.set("xi", estimate_json(effect.xi));
  out.set("rank_correlation", estimate_json(effect.rank_correlation));
  out.set("partial_rank_correlation", estimate_json(effect.partial_rank_correlation));
  Json halved = Json::object();
  halved.set("quantile", estimate_json(effect.halved.quantile));
  halved.set("change", estimate_json(effect.halved.change));
  halved.set("effective_samples", Json::number(effect.halved.effective_samples));
  halved.set("spread", Json::number(effect.halved.spread));
  return out.set("halved_spread", std::move(halved));
}

Json metric_json(const GroupSensitivity& group, const MetricSensitivity& metric) {
  Json out = Json::object(), inputs = Json::array();
  out.set("unit", Json::text(metric.unit)).set("samples", count_json(metric.samples));
  out.set("without_number", count_json(metric.without_number));
  out.set("constant", Json::boolean(metric.is_constant));
  if (metric.has_effects()) out.set("quantile", Json::number(metric.effects.quantile));
  for (const std::size_t i : metric.by_importance) {
    inputs.add(effect_json(group.inputs[i], metric.effects.inputs[i], metric.beyond_chance[i]));
  }
  return out.set("inputs", std::move(inputs));
}

Json failures_json(const GroupSensitivity& group) {
  Json out = Json::array();
  for (const FailureSeparation& one : group.failures) {
    Json row = Json::object();
    row.set("input", Json::text(group.inputs[one.input].name));
    row.set("beyond_chance", Json::boolean(one.beyond_chance));
    row.set("auc", estimate_json(one.auc));
    row.set("median_failed", Json::number(one.median_failed));
    row.set("median_ok", Json::number(one.median_ok));
    out.add(std::move(row));
  }
  return out;
}

void add_group(Json& out, const GroupSensitivity& group) {
  out.set("ok", count_json(group.ok)).set("failed", count_json(group.failed));
  out.set("without_input", count_json(group.without_input));
  Json inputs = Json::array(), correlated = Json::array(), metrics = Json::object();
  for (const VaryingInput& input : group.inputs) {
    Json one = Json::object();
    one.set("name", Json::text(input.name)).set("unit", Json::text(input.unit));
    one.set("mean", Json::number(input.mean)).set("sd", Json::number(input.sd));
    inputs.add(std::move(one));
  }
  for (const CorrelatedInputs& pair : group.correlated) {
    Json one = Json::object();
    one.set("inputs", Json::texts({group.inputs[pair.a].name, group.inputs[pair.b].name}));
    one.set("rank_correlation", Json::number(pair.rank_correlation));
    correlated.add(std::move(one));
  }
  for (const MetricSensitivity& metric : group.metrics) {
    metrics.set(metric.name, metric_json(group, metric));
  }
  out.set("inputs", std::move(inputs)).set("correlated_inputs", std::move(correlated));
  out.set("metrics", std::move(metrics)).set("failures", failures_json(group));
}

Json group_json(const GroupSensitivity& group) {
  Json out = point_json(group.group);
  add_group(out, group);
  return out;
}

}  // namespace

std::string sensitivity_text(const Sensitivity& all, std::size_t width, std::size_t table_width) {
  std::string text = wrapped(
      fmt::format(
          "most important input first; +- is the half-width of the 95 % interval; {0} halved: the "
          "{1:g} % quantile if the spread of the input were halved",
          quantile_name(all.settings.quantile), 100 * all.settings.quantile),
      0, width);
  for (const GroupSensitivity& group : all.groups)
    text += GroupText(all, group, width, table_width).text();
  return text;
}

void add_sensitivity(Json& out, const Sensitivity& all) {
  out.set("quantile", Json::number(all.settings.quantile));
  out.set("resamples", Json::number(all.settings.resamples));
  if (!all.is_sweep) return add_group(out, all.groups.front());
  Json points = Json::array();
  for (const GroupSensitivity& group : all.groups) points.add(group_json(group));
  out.set("points", std::move(points));
}

}  // namespace montecopter
