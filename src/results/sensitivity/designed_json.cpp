#include "results/sensitivity/designed_report.hpp"
#include "results/sensitivity/report_words.hpp"

namespace montecopter {
namespace {

using statistics::OutputIndices;

Json mean_json(const SampleMoments& of) {
  Json out = Json::object();
  return out.set("value", Json::number(of.mean)).set("se", Json::number(of.se));
}

/// Writes the findings about one input.
class InputJson {
 public:
  InputJson(Json& out, std::size_t input, const std::vector<double>& quantiles)
      : out_(out), input_(input), quantiles_(quantiles) {}

  void operator()(const OutputIndices& of) const {
    out_.set("first_order", estimate_json(of.inputs[input_].first));
    out_.set("total", estimate_json(of.inputs[input_].total));
  }

  void operator()(const MorrisFindings& of) const {
    const ElementaryEffects& effects = of.inputs[input_];
    out_.set("mu_star", mean_json(effects.size)).set("mu", mean_json(effects.effect));
    out_.set("sigma", Json::number(effects.effect.sd));
  }

  void operator()(const OneAtATimeFindings& of) const {
    const InputSwing& input = of.inputs[input_];
    out_.set("swing", Json::number(input.swing));
    Json changes = Json::array();
    for (std::size_t q = 0; q < quantiles_.size(); ++q) {
      Json change = mean_json(input.changes[q]);
      change.set("quantile", Json::number(quantiles_[q]));
      changes.add(std::move(change));
    }
    out_.set("changes", std::move(changes));
  }

 private:
  Json& out_;
  std::size_t input_;
  const std::vector<double>& quantiles_;
};

/// Writes the findings about all inputs together.
struct MetricMembers {
  Json& out;
  void operator()(const OutputIndices& of) const {
    out.set("sum_of_first_order", estimate_json(of.additive));
  }
  void operator()(const MorrisFindings&) const {}
  void operator()(const OneAtATimeFindings& of) const {
    out.set("at_medians", mean_json(of.at_medians));
  }
};

Json metric_json(const DesignedSensitivity& all, const DesignedMetric& metric) {
  Json out = Json::object();
  out.set("unit", Json::text(metric.unit)).set("used", count_json(metric.used));
  out.set("deleted", count_json(metric.deleted));
  if (!metric.findings) out.set("obstacle", Json::text(metric.obstacle));
  Json inputs = Json::array();
  if (metric.findings) {
    std::visit(MetricMembers{out}, *metric.findings);
    for (const std::size_t i : metric.by_importance) {
      Json input = Json::object();
      input.set("input", Json::text(all.inputs[i].name));
      std::visit(InputJson(input, i, all.quantiles), *metric.findings);
      inputs.add(std::move(input));
    }
  }
  return out.set("inputs", std::move(inputs));
}

void add_group(Json& out, const DesignedSensitivity& all, const DesignedGroup& group) {
  out.set("ok", count_json(group.ok)).set("failed", count_json(group.failed));
  out.set("not_flown", count_json(group.not_flown));
  Json metrics = Json::object();
  for (const DesignedMetric& metric : group.metrics) {
    metrics.set(metric.name, metric_json(all, metric));
  }
  out.set("metrics", std::move(metrics));
}

Json input_json(const DesignedInput& input) {
  Json out = Json::object();
  out.set("name", Json::text(input.name)).set("unit", Json::text(input.unit));
  out.set("median", Json::number(input.median));
  if (input.at_quantiles.empty()) return out;
  Json values = Json::array();
  for (const double value : input.at_quantiles) values.add(Json::number(value));
  return out.set("at_quantiles", std::move(values));
}

}  // namespace

void add_designed(Json& out, const DesignedSensitivity& all) {
  out.set("design", Json::text(all.design)).set("comparisons", count_json(all.comparisons));
  out.set("samples_in_each", count_json(static_cast<std::int64_t>(all.comparison.samples)));
  if (all.study.resamples) {
    out.set("resamples", Json::number(all.settings.effects.resamples));
  }
  if (all.study.limits_deleted) {
    out.set("most_deleted", Json::number(all.settings.most_deleted));
  }
  Json inputs = Json::array(), at_quantiles = Json::array();
  for (const DesignedInput& input : all.inputs) inputs.add(input_json(input));
  for (const double p : all.quantiles) at_quantiles.add(Json::number(p));
  if (!all.quantiles.empty()) out.set("quantiles", std::move(at_quantiles));
  out.set("inputs", std::move(inputs));
  if (!all.is_sweep) return add_group(out, all, all.groups.front());
  Json points = Json::array();
  for (const DesignedGroup& group : all.groups) {
    Json point = point_json(group.group);
    add_group(point, all, group);
    points.add(std::move(point));
  }
  out.set("points", std::move(points));
}

}  // namespace montecopter
