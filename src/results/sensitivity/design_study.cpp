#include "results/sensitivity/design_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/contract.hpp"
#include "results/summarise/round_off.hpp"

namespace montecopter {
namespace {

using statistics::BasePointOutputs;
using statistics::OutputIndices;

/// Positions of the largest values first; NaN last.
std::vector<std::size_t> descending(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::isnan(values[i]) ? -HUGE_VAL : values[i]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  return order;
}

/// Computes the findings of each kind of design from the values of a metric.
class MetricStudy {
 public:
  MetricStudy(const DesignValues& values, const std::vector<std::size_t>& inputs,
              const DesignedSettings& settings, DesignedMetric& out)
      : values_(values), inputs_(inputs), settings_(settings), out_(out) {}

  void operator()(const SaltelliDesign&) {
    const std::size_t k = inputs_.size();
    BasePointOutputs outputs;
    outputs.ab.resize(k);
    for (std::size_t c = 0; c < values_.comparisons(); ++c) {
      if (!is_whole(c)) continue;
      outputs.a.push_back(values_.value(c, 0));
      for (std::size_t i = 0; i < k; ++i) outputs.ab[i].push_back(values_.value(c, i + 1));
      outputs.b.push_back(values_.value(c, k + 1));
    }
    count(outputs.a.size(), values_.comparisons());
    if (!is_enough("base points", StudyTraits<SaltelliDesign>::least_comparisons)) return;
    StudyTraits<SaltelliDesign>::Findings found = sobol_indices(outputs, settings_.effects);
    if (std::isnan(found.additive.value)) {
      out_.obstacle = fmt::format("constant at all {} base points", out_.used);
      return;
    }
    finish(std::move(found),
           [](const OutputIndices& of, std::size_t i) { return of.inputs[i].total.value; });
  }

  void operator()(const MorrisDesign&) {
    StudyTraits<MorrisDesign>::Findings found;
    std::size_t used = 0, all = 0, fewest = values_.comparisons();
    for (const std::size_t input : inputs_) {
      std::vector<double> effects = elementary_effects(input);
      used += effects.size(), all += values_.comparisons();
      fewest = std::min(fewest, effects.size());
      ElementaryEffects& one = found.inputs.emplace_back();
      one.effect = moments(effects);
      for (double& effect : effects) effect = std::abs(effect);
      one.size = moments(effects);
    }
    count(used, all);
    constexpr std::int64_t least_effects = StudyTraits<MorrisDesign>::least_comparisons;
    if (!is_enough("effects", std::ssize(inputs_) * least_effects)) return;
    if (fewest < least_effects) {
      out_.obstacle = fmt::format("an input has {} effects; {} are needed", fewest, least_effects);
      return;
    }
    finish(std::move(found),
           [](const MorrisFindings& of, std::size_t i) { return of.inputs[i].size.mean; });
  }

  void operator()(const OneAtATimeDesign& design) {
    StudyTraits<OneAtATimeDesign>::Findings found;
    std::vector<double> at_medians;
    std::size_t used = 0, all = 0;
    for (std::size_t c = 0; c < values_.comparisons(); ++c) {
      if (std::isfinite(values_.value(c, 0))) at_medians.push_back(values_.value(c, 0));
    }
    found.at_medians = moments(at_medians);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      InputSwing& one = found.inputs.emplace_back();
      double low = 0, high = 0;
      for (std::size_t q = 0; q < design.quantiles.size(); ++q) {
        const std::vector<double> changes = changes_at(1 + i * design.quantiles.size() + q);
        used += changes.size(), all += values_.comparisons();
        const SampleMoments& of = one.changes.emplace_back(moments(changes));
        low = std::fmin(low, of.mean), high = std::fmax(high, of.mean);
        if (!changes.empty()) one.swing = high - low;
      }
    }
    count(used, all);
    if (used == 0) {
      out_.obstacle = "no sample can be compared with the sample at the medians";
      return;
    }
    finish(std::move(found),
           [](const OneAtATimeFindings& of, std::size_t i) { return of.inputs[i].swing; });
  }

  template <class Kind>
  requires(!ComparesSamples<Kind>) void operator()(const Kind&) {
    expects(false, "a design that compares samples");
  }

 private:
  bool is_whole(std::size_t comparison) const {
    for (std::size_t place = 0; place < values_.size(); ++place) {
      if (!std::isfinite(values_.value(comparison, place))) return false;
    }
    return true;
  }

  /// Changes of the metric between neighbours on a trajectory that differ in this input.
  std::vector<double> elementary_effects(std::size_t input) const {
    std::vector<double> effects;
    for (std::size_t c = 0; c < values_.comparisons(); ++c) {
      for (std::size_t place = 1; place < values_.size(); ++place) {
        const double step = values_.level(input, c, place) - values_.level(input, c, place - 1);
        if (step == 0) continue;
        const double effect = (values_.value(c, place) - values_.value(c, place - 1)) / step;
        if (std::isfinite(effect)) effects.push_back(effect);
      }
    }
    return effects;
  }

  std::vector<double> changes_at(std::size_t place) const {
    std::vector<double> changes;
    for (std::size_t c = 0; c < values_.comparisons(); ++c) {
      const double change = values_.value(c, place) - values_.value(c, 0);
      if (std::isfinite(change)) changes.push_back(change);
    }
    return changes;
  }

  void count(std::size_t used, std::size_t all) {
    out_.used = static_cast<std::int64_t>(used);
    out_.deleted = static_cast<std::int64_t>(all - used);
  }

  bool is_enough(const char* plural, std::int64_t least) {
    const std::int64_t all = out_.used + out_.deleted;
    if (static_cast<double>(out_.deleted) > settings_.most_deleted * static_cast<double>(all)) {
      out_.obstacle = fmt::format(
          "{} of {} {} are deleted, because samples failed, are missing or have no value; above "
          "{:g} % the rest is not representative",
          out_.deleted, all, plural, 100 * settings_.most_deleted);
    } else if (out_.used < least) {
      out_.obstacle = fmt::format("{} {}; {} are needed", out_.used, plural, least);
    }
    return out_.obstacle.empty();
  }

  template <class Findings, class Importance>
  void finish(Findings found, const Importance& importance_of) {
    std::vector<double> importance;
    for (std::size_t i = 0; i < inputs_.size(); ++i) importance.push_back(importance_of(found, i));
    out_.by_importance = descending(importance);
    out_.findings = std::move(found);
  }

  const DesignValues& values_;
  const std::vector<std::size_t>& inputs_;
  const DesignedSettings& settings_;
  DesignedMetric& out_;
};

}  // namespace

bool DesignValues::differ_by_round_off(std::string_view unit) const {
  std::optional<double> first;
  bool differ = false;
  for (const double value : values_) {
    if (std::isnan(value)) continue;
    differ = differ || value != first.value_or(value);
    first = value;
  }
  return differ && is_constant_up_to_round_off(values_, unit);
}

void study(const DesignValues& values, const std::vector<std::size_t>& inputs,
           const DesignedSettings& settings, DesignedMetric& metric) {
  if (values.differ_by_round_off(metric.unit)) {
    metric.obstacle = "constant in all samples up to round-off (1e-9 of its scale)";
    return;
  }
  std::visit(MetricStudy(values, inputs, settings, metric),
             values.plan().dispersions[inputs.front()].design);
}

}  // namespace montecopter
