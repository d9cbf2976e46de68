#include "plan/replay.hpp"

#include <algorithm>

#include "scenario/paths.hpp"
#include "scenario/signal_columns.hpp"

namespace montecopter {
namespace {

/// A dispersion that gives every sample the same draw.
Distribution constant(const Dispersion& dispersion, double draw) {
  Dispersed<FixedDistribution> fixed;
  fixed.value = draw;
  fixed.apply = std::string(apply_choices[static_cast<std::size_t>(dispersion.apply)].name);
  return fixed;
}

}  // namespace

Scenario replay_of(const Plan& campaign, const std::vector<std::int64_t>& rows) {
  Scenario scenario = campaign.scenario;
  scenario.monte_carlo.only.clear();
  for (const std::int64_t row : rows) {
    scenario.monte_carlo.only.push_back(campaign.number_of(row));
  }
  scenario.output = {};
  scenario.output.signals.clear();
  scenario.output.traces = "all";
  for (const SignalColumn& signal : all_signal_columns(scenario)) {
    if (!signal_absence(signal.name, scenario)) scenario.output.signals.push_back(signal.name);
  }
  return scenario;
}

Scenario scenario_of_row(const Plan& campaign, std::int64_t row, std::span<const double> inputs) {
  Scenario scenario = campaign.scenario;
  SweepTargets(campaign.sweep, scenario).go_to(campaign.point_of(row));
  scenario.sweep.clear();
  scenario.disperse.clear();
  for (std::size_t d = 0; d < campaign.dispersions.size(); ++d) {
    const Dispersion& dispersion = campaign.dispersions[d];
    scenario.disperse.emplace(dispersion.path, constant(dispersion, inputs[d]));
  }
  const auto counter = static_cast<std::int64_t>(campaign.counter_of(row));
  MonteCarlo& flights = scenario.monte_carlo;
  flights.samples = std::max(flights.samples, counter + 1);
  flights.only = {counter};
  flights.independent_points = false;
  flights.design = "random";  // nothing is drawn by a design any more
  flights.replicates = 1;
  flights.levels.reset();
  scenario.output.traces = "all";
  return scenario;
}

}  // namespace montecopter
