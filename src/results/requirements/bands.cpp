#include "results/requirements/bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"

namespace montecopter {
namespace {

using statistics::Verdict;

void widen(PointRange& range, double value, std::size_t point, bool is_first) {
  // A NaN is no number of a point: any number replaces it.
  if (is_first || std::isnan(range.low.value) || value < range.low.value) {
    range.low = {value, point};
  }
  if (is_first || std::isnan(range.high.value) || value > range.high.value) {
    range.high = {value, point};
  }
}

/// "controller = stiff" of a point: the axes besides the axis of the band.
std::string others_of(const Group& group, const std::string& axis) {
  std::vector<std::string> others;
  for (const SweepValue& value : group.values) {
    if (value.path != axis && !axis.empty()) others.push_back(value.path + " = " + value.text);
  }
  return join(others);
}

void require_axis(const Summary& summary, const std::string& axis) {
  std::vector<std::string> axes;
  for (const SweepValue& value : summary.groups.front().group.values) axes.push_back(value.path);
  if (axes.empty()) {
    throw Error(ExitCode::usage,
                Problem{summary.scenario, "it has no sweep", "a band is a range over its points",
                        "Give an input kind = \"epistemic\", or sweep a parameter"});
  }
  if (axis.empty() || std::find(axes.begin(), axes.end(), axis) != axes.end()) return;
  throw Error(ExitCode::usage, Problem{"--over", fmt::format("the sweep has no axis '{}'", axis),
                                       "", fmt::format("Its axes are {}", join(axes))});
}

std::vector<RequirementBand> requirement_bands(const Judgements& judgements, const Band& band) {
  std::vector<RequirementBand> all;
  for (const Judgement& row : judgements.rows) {
    if (std::find(band.points.begin(), band.points.end(), row.group) == band.points.end()) continue;
    const auto known = std::find_if(
        all.begin(), all.end(), [&](const RequirementBand& one) { return one.name == row.name; });
    const bool is_first = known == all.end();
    RequirementBand& one = is_first ? all.emplace_back() : *known;
    if (is_first) {
      one.name = row.name, one.statement = row.statement, one.unit = row.unit;
      one.lower_bound = row.finding.low, one.upper_bound = row.finding.high;
    }
    widen(one.observed, row.finding.estimate, row.group, is_first);
    one.lower_bound = std::fmin(one.lower_bound, row.finding.low);
    one.upper_bound = std::fmax(one.upper_bound, row.finding.high);
    const Verdict verdict = row.verdict();
    ++(verdict == Verdict::met        ? one.met
       : verdict == Verdict::violated ? one.violated
                                      : one.undecided);
  }
  return all;
}

std::vector<MetricBand> metric_bands(const Summary& summary, const ChosenQuantiles& quantiles,
                                     const Band& band) {
  std::vector<MetricBand> all;
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    MetricBand one{summary.metrics[m].name, summary.metrics[m].unit, {}};
    bool is_first = true;
    for (const std::size_t point : band.points) {
      const std::vector<double>& there = quantiles.values[point][m];
      if (there.empty() || std::isnan(there.front())) continue;
      one.quantiles.resize(there.size());
      for (std::size_t q = 0; q < there.size(); ++q) {
        widen(one.quantiles[q], there[q], point, is_first);
      }
      is_first = false;
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::string verdict_text(const RequirementBand& one) {
  const std::size_t points = one.met + one.violated + one.undecided;
  switch (one.verdict()) {
    case Verdict::met:
      return "met at all points";
    case Verdict::violated:
      return fmt::format("violated at {} of {} points", one.violated, points);
    case Verdict::undecided:
      break;
  }
  return fmt::format("undecided at {} of {} points", one.undecided, points);
}

std::string range_text(const PointRange& range) {
  return fmt::format("{} to {}", significant(range.low.value), significant(range.high.value));
}

Table requirement_table(const Band& band) {
  Table table{{"requirement", "verdict", "observed", "at points", "bounds"}, {}};
  for (const RequirementBand& one : band.requirements) {
    table.rows.push_back(
        {one.name + ": " + one.statement, verdict_text(one), range_text(one.observed),
         fmt::format("{}, {}", one.observed.low.point, one.observed.high.point),
         fmt::format("[{}, {}]", significant(one.lower_bound), significant(one.upper_bound))});
  }
  return table;
}

Table metric_table(const Band& band, const std::vector<double>& percent) {
  Table table{{"metric", "unit"}, {}};
  for (const double p : percent) table.header.push_back(fmt::format("{:.6g} %", p));
  for (const MetricBand& one : band.metrics) {
    std::vector<std::string> row = {one.name, one.unit};
    for (std::size_t q = 0; q < percent.size(); ++q) {
      row.push_back(one.quantiles.empty() ? "-" : range_text(one.quantiles[q]));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Json range_json(const PointRange& range) {
  Json out = Json::object();
  out.set("low", Json::number(range.low.value)).set("low_point", Json::number(range.low.point));
  out.set("high", Json::number(range.high.value)).set("high_point", Json::number(range.high.point));
  return out;
}

}  // namespace

Verdict RequirementBand::verdict() const {
  if (violated > 0) return Verdict::violated;
  return undecided > 0 ? Verdict::undecided : Verdict::met;
}

ExitCode Bands::exit_code() const {
  ExitCode code = ExitCode::ok;
  for (const Band& band : bands) {
    for (const RequirementBand& one : band.requirements) {
      if (one.verdict() == Verdict::violated) return ExitCode::no;
      if (one.verdict() == Verdict::undecided) code = ExitCode::inconclusive;
    }
  }
  return code;
}

Bands bands_of(const Summary& summary, const ChosenQuantiles& quantiles,
               const Judgements& judgements, const std::string& axis) {
  require_axis(summary, axis);
  Bands out{quantiles.percent, {}};
  for (std::size_t point = 0; point < summary.groups.size(); ++point) {
    const std::string others = others_of(summary.groups[point].group, axis);
    auto band = std::find_if(out.bands.begin(), out.bands.end(),
                             [&](const Band& one) { return one.other_axes == others; });
    if (band == out.bands.end()) band = out.bands.insert(band, Band{others, {}, {}, {}});
    band->points.push_back(point);
  }
  for (Band& band : out.bands) {
    band.requirements = requirement_bands(judgements, band);
    band.metrics = metric_bands(summary, quantiles, band);
  }
  return out;
}

std::string bands_text(const Bands& bands, std::size_t width) {
  std::string text;
  for (const Band& band : bands.bands) {
    text += fmt::format("{}{}:\n", counted(band.points.size(), "point"),
                        band.other_axes.empty() ? "" : " with " + band.other_axes);
    if (!band.requirements.empty()) text += table_text(requirement_table(band), width);
    text += "quantiles: smallest to largest of the points\n";
    text += table_text(metric_table(band, bands.percent), width);
  }
  return text;
}

Json band_json(const Band& band, const std::vector<double>& percent) {
  Json out = Json::object(), requirements = Json::array(), metrics = Json::array();
  out.set("other_axes", Json::text(band.other_axes));
  for (const RequirementBand& one : band.requirements) {
    Json row = Json::object();
    row.set("name", Json::text(one.name)).set("statement", Json::text(one.statement));
    row.set("unit", Json::text(one.unit)).set("verdict", Json::text(name_of(one.verdict())));
    row.set("observed", range_json(one.observed));
    row.set("lower_bound", Json::number(one.lower_bound));
    row.set("upper_bound", Json::number(one.upper_bound));
    row.set("points_met", Json::number(one.met));
    row.set("points_violated", Json::number(one.violated));
    row.set("points_undecided", Json::number(one.undecided));
    requirements.add(row);
  }
  for (const MetricBand& one : band.metrics) {
    Json row = Json::object(), quantiles = Json::array();
    row.set("name", Json::text(one.name)).set("unit", Json::text(one.unit));
    for (std::size_t q = 0; q < one.quantiles.size(); ++q) {
      quantiles.add(range_json(one.quantiles[q]).set("percent", Json::number(percent[q])));
    }
    metrics.add(row.set("quantiles", quantiles));
  }
  return out.set("requirements", requirements).set("metrics", metrics);
}

}  // namespace montecopter
