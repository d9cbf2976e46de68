#include "plan/replay.hpp"

#include <algorithm>

#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/derived/random_streams.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {
namespace {

/// A dispersion that gives every sample the same draw.
Distribution constant(const Dispersion& dispersion, double draw) {
  Dispersed<FixedDistribution> fixed;
  fixed.value = draw;
  fixed.apply = std::string(apply_choices[static_cast<std::size_t>(dispersion.apply)].name);
  return fixed;
}

/// Entries of monte_carlo.freeze that match only dispersions match nothing once these are
/// constants.
void forget_unused_streams(Scenario& scenario) {
  const std::vector<NamedStream> streams = random_streams(scenario);
  std::erase_if(scenario.monte_carlo.freeze, [&](const std::string& entry) {
    return std::none_of(streams.begin(), streams.end(), [&](const NamedStream& stream) {
      return means_stream(entry, stream.purpose, stream.name);
    });
  });
}

/// Whether all flights have a signal.
bool has_signal(const Plan& campaign, const std::string& name) {
  if (campaign.variants.empty()) return !signal_absence(name, campaign.scenario);
  return std::none_of(campaign.variants.begin(), campaign.variants.end(), [&](const Plan& variant) {
    return signal_absence(name, variant.scenario).has_value();
  });
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
    if (has_signal(campaign, signal.name)) scenario.output.signals.push_back(signal.name);
  }
  return scenario;
}

Scenario scenario_of_row(const Plan& campaign, std::int64_t row, std::span<const double> inputs) {
  Scenario scenario = campaign.at(campaign.point_of(row)).scenario;
  SweepTargets(campaign.sweep, scenario).go_to(campaign.point_of(row));
  scenario.sweep.clear();
  scenario.disperse.clear();
  scenario.correlate.clear();
  for (std::size_t d = 0; d < campaign.dispersions.size(); ++d) {
    const Dispersion& dispersion = campaign.dispersions[d];
    scenario.disperse.emplace(dispersion.path, constant(dispersion, inputs[d]));
  }
  const auto counter = static_cast<std::int64_t>(campaign.counter_of(row));
  MonteCarlo& flights = scenario.monte_carlo;
  flights.samples = std::max(flights.samples, counter + 1);
  flights.only = {counter};
  flights.noise_of.clear();
  flights.independent_points = false;
  flights.design = "random";  // nothing is drawn by a design any more
  flights.replicates = 1;
  flights.levels.reset();
  forget_unused_streams(scenario);
  scenario.output.traces = "all";
  return scenario;
}

Scenario scenario_of_samples(const Plan& campaign, std::span<const ListedSample> samples) {
  Scenario scenario = campaign.scenario;
  scenario.disperse.clear();
  scenario.correlate.clear();
  MonteCarlo& flights = scenario.monte_carlo;
  flights.samples = std::ssize(samples);
  flights.design = "random";  // nothing is drawn by a design any more
  flights.only.clear();
  flights.noise_of.clear();
  for (const ListedSample& sample : samples) flights.noise_of.push_back(sample.noise);
  for (std::size_t d = 0; d < campaign.dispersions.size(); ++d) {
    const Dispersion& dispersion = campaign.dispersions[d];
    Dispersed<ListedDistribution> listed;
    listed.apply = std::string(apply_choices[static_cast<std::size_t>(dispersion.apply)].name);
    for (const ListedSample& sample : samples) listed.values.push_back(sample.inputs[d]);
    scenario.disperse.emplace(dispersion.path, std::move(listed));
  }
  forget_unused_streams(scenario);
  return scenario;
}

Scenario drawn_scenario(const Plan& campaign, std::int64_t row, std::span<const double> inputs) {
  Scenario scenario = scenario_of_row(campaign, row, inputs);
  scenario.disperse.clear();
  for (std::size_t d = 0; d < campaign.dispersions.size(); ++d) {
    const Dispersion& dispersion = campaign.dispersions[d];
    for (const NumberRef& number : find_numbers(scenario, dispersion.path)) {
      *number.value = applied(dispersion.apply, *number.value, inputs[d]);
    }
  }
  return scenario;
}

}  // namespace montecopter
