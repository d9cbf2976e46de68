#include "vehicle/rare/robust_gains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/numerics/elementary.hpp"
#include "scenario/derived/paths.hpp"
#include "vehicle/rare/searched_flights.hpp"
#include "vehicle/rare/worst_search.hpp"

namespace montecopter {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
/// Factor of one standard deviation of the search, and its radius: factors from 1/8 to 8.
constexpr double deviation = 2, radius = 3;
/// Margins of candidates with flights that fail: below all others, and falling with their number.
constexpr double failing = -1e6;

/// The path of a gain without its component.
std::string gain_path(const NumberRef& number) {
  return number.is_component ? number.path.substr(0, number.path.rfind('.')) : number.path;
}

bool is_gain(const NumberRef& number) {
  const std::string path = gain_path(number);
  const std::string key = path.substr(path.rfind('.') + 1);
  return path.starts_with("controller.") && key.find("gain") != std::string::npos &&
         key.find("factor") == std::string::npos;
}

/// The gains of the controller that are not 0: no factor changes a 0.
std::vector<std::string> gain_paths(Scenario scenario) {
  std::vector<std::string> paths;
  for (const NumberRef& number : all_numbers(scenario)) {
    if (!is_gain(number) || !(*number.value > 0)) continue;
    const std::string path = gain_path(number);
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  return paths;
}

Scenario with_factors(Scenario scenario, const std::vector<GainFactor>& factors) {
  for (const NumberRef& number : all_numbers(scenario)) {
    for (const GainFactor& one : factors) {
      if (is_gain(number) && gain_path(number) == one.path) *number.value *= one.factor;
    }
  }
  return scenario;
}

/// How far a metric is within its bounds, relative to them.
double within(const JudgedMetric& bounds, double metric) {
  const auto relative = [](double distance, double bound) {
    return bound == 0 ? distance : distance / std::abs(bound);
  };
  return std::min(
      bounds.at_most ? relative(*bounds.at_most - metric, *bounds.at_most) : unbounded,
      bounds.at_least ? relative(metric - *bounds.at_least, *bounds.at_least) : unbounded);
}

/// The distance that a fraction of the flights keeps.
double kept_by(const JudgedMetric& bounds, double fraction,
               const std::vector<JudgedSample>& samples) {
  std::vector<double> distances;
  for (const JudgedSample& sample : samples) {
    distances.push_back(has_number(sample) ? within(bounds, sample.metric) : -unbounded);
  }
  std::sort(distances.begin(), distances.end());
  const auto n = static_cast<double>(distances.size());
  const auto spared = static_cast<std::size_t>(std::floor((1 - fraction) * n + 1e-9));
  return distances[std::min(spared, distances.size() - 1)];
}

double failed_fraction(const std::vector<JudgedSample>& samples) {
  const auto failed = std::count_if(samples.begin(), samples.end(),
                                    [](const JudgedSample& s) { return !s.ok || !s.valid; });
  return static_cast<double>(failed) / static_cast<double>(samples.size());
}

struct MarginOfFlights {
  const std::vector<JudgedSample>& samples;

  double operator()(const ProbabilityRequirement& r) const {
    return kept_by(r, r.probability, samples);
  }
  double operator()(const QuantileRequirement& r) const {
    return kept_by(r, r.at_most ? r.quantile : 1 - r.quantile, samples);
  }
  double operator()(const MeanRequirement& r) const {
    double sum = 0;
    for (const JudgedSample& sample : samples) {
      if (!has_number(sample)) return -unbounded;
      sum += sample.metric;
    }
    return within(r, sum / static_cast<double>(samples.size()));
  }
  double operator()(const FailureRequirement& r) const {
    return (r.at_most - failed_fraction(samples)) / r.at_most;
  }
};

void require_robust(const Scenario& scenario, const std::vector<std::string>& paths) {
  const auto refuse = [](std::string where, std::string what, std::string suggestion) {
    throw Error(ExitCode::usage,
                Problem{std::move(where), std::move(what), "", std::move(suggestion)});
  };
  require_one_campaign(scenario, "tune --robust");
  if (scenario.requirement.empty()) {
    refuse("--robust", "the scenario has no requirements", "Add [requirement.NAME]");
  }
  if (scenario.disperse.empty()) {
    refuse("--robust", "the scenario has no dispersed inputs", "Add [disperse.\"PATH\"]");
  }
  if (paths.empty()) {
    refuse("controller", "the controller has no gains above 0",
           "Propose some first: montecopter tune SCENARIO");
  }
  for (const auto& [path, distribution] : scenario.disperse) {
    if (!path.starts_with("controller.")) continue;
    refuse(fmt::format("disperse.{}", path), "a number of the controller is dispersed",
           "Remove it: --robust chooses the gains");
  }
}

}  // namespace

double margin_of(const Requirement& requirement, const std::vector<JudgedSample>& samples) {
  return std::visit(MarginOfFlights{samples}, requirement);
}

RobustGains robust_gains(const LoadedScenario& loaded, const RobustSettings& settings,
                         const FlyScenario& fly) {
  const std::vector<std::string> paths = gain_paths(loaded.scenario);
  require_robust(loaded.scenario, paths);
  RobustGains found;
  const auto margin_with = [&](const std::vector<GainFactor>& factors) {
    LoadedScenario candidate = loaded;
    candidate.scenario = with_factors(loaded.scenario, factors);
    candidate.scenario.monte_carlo.samples = settings.samples;
    const FlightsInMemory flights = fly(candidate);
    const Layout& layout = flights.plan().layout;
    found.flights += settings.samples;
    ++found.candidates;
    double margin = unbounded, failed = 0;
    for (const auto& [name, requirement] : loaded.scenario.requirement) {
      const JudgedMetric* judged = judged_metric(requirement);
      std::optional<std::size_t> column;
      if (judged) column = column_index(layout, metric_prefix + judged->metric.value_or(name));
      const std::vector<JudgedSample> samples = samples_of(layout, flights.blocks(), column);
      margin = std::min(margin, margin_of(requirement, samples));
      failed = failed_fraction(samples);
    }
    return std::isfinite(margin) ? margin : failing * (1 + failed);
  };
  found.margin_before = found.margin = margin_with({});
  found.scenario = loaded.scenario;
  const auto factors_of = [&](const std::vector<double>& z) {
    std::vector<GainFactor> factors;
    for (std::size_t d = 0; d < paths.size(); ++d) {
      factors.push_back({paths[d], exp(z[d] * log(deviation))});
    }
    return factors;
  };
  const WorstSettings search{.dimensions = paths.size(),
                             .radius = radius,
                             .evaluations = settings.flights / settings.samples - 1,
                             .batch = 16,
                             .seed = settings.seed,
                             .keep = 1};
  const WorstPoints best = search_worst(search, [&](std::span<const RarePoint> points) {
    std::vector<double> margins;
    for (const RarePoint& point : points) margins.push_back(margin_with(factors_of(point.z)));
    return margins;
  });
  const auto reported = [](double margin) { return margin > failing ? margin : -unbounded; };
  const bool is_better = best.best.front().beyond > found.margin_before;
  found.factors =
      factors_of(is_better ? best.best.front().point.z : std::vector<double>(paths.size(), 0.0));
  if (is_better) {
    found.margin = best.best.front().beyond;
    found.scenario = with_factors(loaded.scenario, found.factors);
  }
  found.margin_before = reported(found.margin_before), found.margin = reported(found.margin);
  return found;
}

}  // namespace montecopter
