#include "results/sensitivity/designed.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/base/column_names.hpp"
#include "core/base/contract.hpp"
#include "core/base/error.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "results/sensitivity/design_study.hpp"

namespace montecopter {
namespace {

/// Dispersions of the plan that are inputs of the design; fixed ones are left out.
std::vector<std::size_t> inputs_of(const Plan& plan) {
  std::vector<std::size_t> found;
  for (std::size_t d = 0; d < plan.dispersions.size(); ++d) {
    const bool is_designed = std::visit(
        []<class Kind>(const Kind&) { return ComparesSamples<Kind>; }, plan.dispersions[d].design);
    if (is_designed) found.push_back(d);
  }
  expects(!found.empty(), "an input of the design");
  return found;
}

void require_campaign(const record::ResultFile& file, const Plan& plan, std::int64_t comparisons,
                      std::int64_t least) {
  const std::string& design = plan.scenario.monte_carlo.design;
  if (!plan.scenario.monte_carlo.only.empty()) {
    throw Error(
        ExitCode::refused,
        Problem{file.path(),
                fmt::format("it holds chosen samples only (monte_carlo.only, or a shard), but a "
                            "{} design compares all samples",
                            design),
                "", "Use the file of the whole campaign"});
  }
  if (comparisons >= least) return;
  throw Error(ExitCode::usage,
              Problem{file.path(),
                      fmt::format("{} {} are too few for a sensitivity analysis", comparisons,
                                  plan.comparison.plural),
                      fmt::format("at least {} are needed", least),
                      fmt::format("Run its scenario with -n {} or more",
                                  least * static_cast<std::int64_t>(plan.comparison.samples))});
}

DesignedInput described(const Dispersion& dispersion, const std::vector<double>& quantiles) {
  constexpr std::size_t prefix = std::string_view(input_prefix).size();
  DesignedInput input;
  input.name = dispersion.column_name().substr(prefix);
  input.unit = dispersion.unit;
  const auto value_at = [&](double p) {
    return std::visit(
        [&]<class D>(const D& d) -> double {
          if constexpr (VectorLaw<D>) {  // scenario/checks/design.cpp refuses it for such designs
            return std::numeric_limits<double>::quiet_NaN();
          } else {
            return d.quantile(OneAtATimeDesign::at(p));
          }
        },
        dispersion.distribution);
  };
  input.median = value_at(0.5);
  for (const double p : quantiles) input.at_quantiles.push_back(value_at(p));
  return input;
}

/// Rows of a point: the first row, and the row after the last.
struct PointRows {
  std::size_t first, end;
};

PointRows rows_of(const Plan& plan, const Group& group) {
  const auto count = static_cast<std::size_t>(plan.samples_per_point);
  const std::size_t first = static_cast<std::size_t>(group.point.value_or(0)) * count;
  return {first, first + count};
}

DesignedGroup counted_group(const Group& group, const Samples& samples, const PointRows& rows) {
  DesignedGroup out;
  out.group = group;
  for (std::size_t row = rows.first; row < rows.end; ++row) {
    ++(!samples.flown(row) ? out.not_flown : is_failure(samples.status[row]) ? out.failed : out.ok);
  }
  return out;
}

/// A metric of these samples; NaN where a sample failed or was not flown.
std::vector<double> values_of(const Samples& samples, const std::vector<double>& column,
                              const PointRows& rows) {
  std::vector<double> values;
  for (std::size_t row = rows.first; row < rows.end; ++row) {
    values.push_back(samples.status[row] == Status::ok ? column[row] : stored_nan);
  }
  return values;
}

}  // namespace

DesignedSensitivity designed_sensitivity(const record::ResultFile& file, const Samples& samples,
                                         const Summary& summary, const Plan& plan,
                                         const DesignedSettings& settings) {
  DesignedSensitivity out;
  out.scenario = summary.scenario;
  out.design = plan.scenario.monte_carlo.design;
  out.comparison = plan.comparison;
  out.comparisons = plan.samples_per_point / static_cast<std::int64_t>(plan.comparison.samples);
  out.settings = settings;
  out.is_sweep = summary.is_sweep();
  out.study = study_of(out.design).value();
  require_campaign(file, plan, out.comparisons, out.study.least_comparisons);
  if (design_has_key(out.design, DesignKey::quantiles)) {
    out.quantiles = plan.scenario.monte_carlo.quantiles;
  }
  const std::vector<std::size_t> inputs = inputs_of(plan);
  for (const std::size_t input : inputs) {
    out.inputs.push_back(described(plan.dispersions[input], out.quantiles));
  }
  for (const GroupSummary& of : summary.groups) {
    out.groups.push_back(counted_group(of.group, samples, rows_of(plan, of.group)));
  }
  for (const SummaryMetric& metric : summary.metrics) {
    const std::vector<double> column = read_sample_column(file, metric_prefix + metric.name);
    for (DesignedGroup& group : out.groups) {
      DesignedMetric& one = group.metrics.emplace_back();
      one.name = metric.name;
      one.unit = metric.unit;
      const PointRows rows = rows_of(plan, group.group);
      study({plan, group.group.point.value_or(0), values_of(samples, column, rows)}, inputs,
            settings, one);
    }
  }
  return out;
}

}  // namespace montecopter
