#include "results/compare/report.hpp"

#include <fmt/format.h>

#include "results/summarise/report.hpp"

namespace montecopter::compare {
namespace {

Json count_json(std::size_t count) { return Json::number(count); }

Json interval_json(const statistics::Interval& interval) {
  return Json::array().add(Json::number(interval.low)).add(Json::number(interval.high));
}

/// Describes a file; a hash that was not verified is written as `stored_content_sha256`.
Json source_json(const Campaign& campaign, bool verified) {
  const std::string stored = campaign.file.content_sha256();
  Json out = Json::object();
  out.set("file", Json::text(campaign.file.path()));
  out.set("scenario", Json::text(campaign.scenario.name));
  out.set("content_sha256", Json::text(verified ? stored : ""));
  if (!verified) out.set("stored_content_sha256", Json::text(stored));
  out.set("samples", count_json(campaign.samples.size()));
  return out;
}

/// Writes the sweep point of a row; nothing without a sweep.
void set_point(Json& out, const Contrast& contrast, const Sources& sources, std::size_t point) {
  const Group& a = sources.a.samples.groups[contrast.points[point].a];
  const Group& b = sources.b.samples.groups[contrast.points[point].b];
  const Group& of = a.point ? a : b;
  if (!of.point) return;
  out.set("point", Json::number(*of.point));
  out.set("values", Json::text(group_text(of)));
  if (!a.point || !b.point || *a.point == *b.point) return;
  out.set("point_of_b", Json::number(*b.point));
  out.set("values_of_b", Json::text(group_text(b)));
}

void set_paired(Json& out, const PairedMetric& paired) {
  out.set("variance_ratio", Json::number(paired.variance_ratio));
  out.set("smaller", count_json(paired.smaller)).set("equal", count_json(paired.equal));
  out.set("larger", count_json(paired.larger));
  out.set("sign_p", Json::number(paired.sign_p_value));
  out.set("wilcoxon", Json::object()
                          .set("n", count_json(paired.ranks.n))
                          .set("positive_ranks", Json::number(paired.ranks.positive))
                          .set("p", Json::number(paired.ranks.p_value))
                          .set("exact", Json::boolean(paired.ranks.is_exact)));
  out.set("detectable_difference", Json::number(paired.detectable));
}

void set_unpaired(Json& out, const UnpairedMetric& unpaired) {
  out.set("kolmogorov_smirnov", Json::object()
                                    .set("distance", Json::number(unpaired.distributions.distance))
                                    .set("p", Json::number(unpaired.distributions.p_value))
                                    .set("exact", Json::boolean(unpaired.distributions.is_exact)));
  Json quantiles = Json::array();
  for (std::size_t q = 0; q < shifted_quantiles.size(); ++q) {
    const QuantileShift& shift = unpaired.quantiles[q];
    quantiles.add(Json::object()
                      .set("p", Json::number(shifted_quantiles[q]))
                      .set("a", Json::number(shift.a))
                      .set("b", Json::number(shift.b))
                      .set("difference", Json::number(shift.b - shift.a))
                      .set("interval95", interval_json(shift.interval)));
  }
  out.set("quantiles", std::move(quantiles));
}

Json summary_json(const statistics::MeanSummary& of) {
  return Json::object()
      .set("n", count_json(of.n))
      .set("mean", Json::number(of.mean))
      .set("sd", Json::number(of.sd));
}

Json metric_json(const Contrast& contrast, const Sources& sources, const MetricContrast& row) {
  Json out = Json::object();
  out.set("name", Json::text(row.name)).set("unit", Json::text(row.unit));
  set_point(out, contrast, sources, row.point);
  out.set("a", summary_json(row.a)).set("b", summary_json(row.b));
  out.set("difference", Json::number(row.difference.mean));
  out.set("se", Json::number(row.difference.se));
  out.set("degrees_of_freedom", Json::number(row.difference.degrees_of_freedom));
  out.set("interval95", interval_json(row.interval));
  out.set("t_p", Json::number(row.t_p_value));
  if (row.paired) set_paired(out, *row.paired);
  if (row.unpaired) set_unpaired(out, *row.unpaired);
  out.set("p_adjusted", Json::number(row.adjusted));
  out.set("differs", Json::boolean(row.differs()));
  return out;
}

Json pass_json(const Contrast& contrast, const Sources& sources, const PassContrast& row) {
  Json out = Json::object();
  out.set("name", Json::text(row.name));
  set_point(out, contrast, sources, row.point);
  out.set("passed_a", count_json(row.a.count)).set("of_a", count_json(row.a.of));
  out.set("passed_b", count_json(row.b.count)).set("of_b", count_json(row.b.of));
  if (row.pairs) {
    out.set("both", count_json(row.pairs->both)).set("only_a", count_json(row.pairs->only_a));
    out.set("only_b", count_json(row.pairs->only_b)).set("neither", count_json(row.pairs->neither));
  }
  out.set(row.pairs ? "mcnemar_p" : "fisher_p", Json::number(row.p_value));
  out.set("p_adjusted", Json::number(row.adjusted));
  return out;
}

Json margin_json(const Contrast& contrast, const Sources& sources, const MarginContrast& row) {
  const MetricContrast& metric = contrast.metrics[row.metric];
  Json out = Json::object();
  out.set("metric", Json::text(metric.name));
  set_point(out, contrast, sources, metric.point);
  out.set("asked", Json::text(row.text)).set("margin", Json::number(row.margin));
  out.set("unit", Json::text(metric.unit));
  out.set("difference", Json::number(metric.difference.mean));
  out.set("interval90", interval_json(row.interval));
  out.set("verdict", Json::text(name_of(row.verdict.verdict)));
  out.set("p_equivalent", Json::number(row.verdict.p_equivalent));
  out.set("p_beyond", Json::number(row.verdict.p_beyond));
  return out;
}

}  // namespace

std::optional<diff::ProgramDifference> differing_programs(const Sources& sources) {
  return diff::differing_programs(sources.a.file.resolved_text(), sources.b.file.resolved_text());
}

Json contrast_json(const Contrast& contrast, const Sources& sources) {
  const Pairing& pairing = contrast.pairing;
  Json out = Json::object();
  out.set("a", source_json(sources.a, sources.verified));
  out.set("b", source_json(sources.b, sources.verified));
  out.set("verified", Json::boolean(sources.verified));
  const auto programs = differing_programs(sources);
  out.set("program", programs ? diff::program_json(*programs) : Json());
  out.set("paired", Json::boolean(pairing.is_paired));
  if (pairing.is_paired) {
    out.set("pairs_per_point", count_json(pairing.samples));
    out.set("same_inputs", count_json(pairing.same_inputs));
    out.set("unlike_inputs", Json::texts(pairing.unlike));
  } else {
    out.set("why_not_paired", Json::text(pairing.why_not));
  }
  Json metrics = Json::array(), passes = Json::array(), margins = Json::array();
  for (const auto& row : contrast.metrics) metrics.add(metric_json(contrast, sources, row));
  for (const auto& row : contrast.passes) passes.add(pass_json(contrast, sources, row));
  for (const auto& row : contrast.margins) margins.add(margin_json(contrast, sources, row));
  out.set("metrics", std::move(metrics)).set("passed", std::move(passes));
  out.set("margins", std::move(margins));
  std::vector<std::string> left_out = contrast.left_out;
  left_out.insert(left_out.end(), contrast.other_requirements.begin(),
                  contrast.other_requirements.end());
  out.set("not_compared", Json::texts(left_out));
  return out;
}

JunitSuite contrast_junit(const Contrast& contrast, const Sources& sources) {
  JunitSuite suite{sources.b.scenario.name + " against " + sources.a.scenario.name, {}};
  for (const MarginContrast& row : contrast.margins) {
    const MetricContrast& metric = contrast.metrics[row.metric];
    const bool is_equivalent = row.verdict.verdict == statistics::Equivalence::equivalent;
    const std::string text = margin_text(contrast, row);
    suite.cases.push_back(
        {fmt::format("{} within {}", label(contrast, sources, metric.name, metric.point), row.text),
         is_equivalent ? JunitCase::Outcome::passed : JunitCase::Outcome::failed,
         is_equivalent ? "" : text, text + "\n" + pairing_text(contrast) + "\n"});
  }
  return suite;
}

}  // namespace montecopter::compare
