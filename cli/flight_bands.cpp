#include "flight_bands.hpp"

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "plan/dispersion.hpp"
#include "scenario/load.hpp"

namespace montecopter::cli {
namespace {

/// The draws of a scenario's dispersions, as in samples of a campaign with `most_draws` samples.
identify::InputDraw draws_of(const Scenario& scenario) {
  const auto seed = static_cast<std::uint64_t>(scenario.monte_carlo.seed);
  return [seed, dispersions = plan_dispersions(scenario)](
             const std::string& path, std::uint64_t k) -> std::optional<double> {
    for (const Dispersion& dispersion : dispersions) {
      if (dispersion.path == path) return dispersion.draw({seed, k, k, identify::most_draws, 0});
    }
    return std::nullopt;
  };
}

/// Vehicles drawn from the dispersions of the scenario.
std::vector<Multirotor> drawn_vehicles(const std::string& path, const Scenario& scenario) {
  identify::FittedParameters parameters(scenario, path);
  std::vector<Multirotor> vehicles = identify::draw_vehicles(parameters, draws_of(scenario));
  if (vehicles.size() == identify::band_draws) return vehicles;
  throw Error(ExitCode::refused,
              Problem{path, "three of four drawn vehicles cannot fly", "",
                      "Disperse its inertia with stretch and turn_rad, and less"});
}

/// What bands rest on: effects of the flight, and the spread of errors in it. The part of
/// --calibrate shows how rough the flight is.
identify::FlightKnowledge knowledge_of(const KnownFlight& known,
                                       const std::vector<identify::Horizon>& horizons,
                                       int threads) {
  const identify::Track& track = known.log.track;
  identify::FlightKnowledge knowledge{
      .effects = known.effects,
      .laws = {},
      .scales = {},
      .is_known = known.errors.flights.is_known() && known.errors.law.logs >= 2};
  const double activity_rad_s = identify::activity_of(track);
  const identify::ErrorLaw& law = known.errors.law;
  std::optional<identify::SeenErrors> seen;
  if (known.calibrated_s) {
    const identify::LogErrors& effects = known.effects.mean;
    const identify::DriveSchedule steps =
        identify::mean_schedule(known.log.drive, track, effects.delay_s);
    identify::RepeatedFlight flown(known.vehicle, known.air, known.log.drive, track, steps);
    identify::apply_effects(effects, flown);
    const Index end = std::max<Index>(1, count_below(track.time_s, *known.calibrated_s));
    seen = identify::see_errors(flown, track, known.log.windows.front().first, end - 1,
                                effects.rate_bias_rad_s, horizons, threads);
  }
  for (std::size_t h = 0; h < horizons.size(); ++h) {
    const identify::ErrorLawAt at = identify::law_at(law, horizons[h].length_s);
    auto& scales = knowledge.scales.emplace_back();
    for (std::size_t q = 0; q < scales.size(); ++q) {
      scales[q] = identify::predicted_scale(law, at, q, activity_rad_s);
      if (seen && seen->windows > 0) scales[q] = identify::seen_scale(scales[q], at, q, *seen, h);
    }
    knowledge.laws.push_back(at);
  }
  return knowledge;
}

}  // namespace

std::vector<identify::Coverage> coverage_of(const std::string& scenario,
                                            const std::vector<std::string>& overrides,
                                            const KnownFlight& known,
                                            const std::vector<double>& horizons_s, int threads) {
  const LoadedScenario loaded = load_scenario(scenario, overrides);
  const std::vector<Multirotor> vehicles = drawn_vehicles(scenario, loaded.scenario);
  const std::vector<identify::Horizon> horizons =
      identify::horizons_in_rows(horizons_s, known.log.track.period_s);
  const identify::FlightKnowledge knowledge = knowledge_of(known, horizons, threads);
  identify::FitLog rest = known.log;
  if (known.calibrated_s)
    std::erase_if(rest.windows,
                  [&](const identify::FitWindow& w) { return w.start_s < *known.calibrated_s; });
  return identify::cover(vehicles, known.air, rest, knowledge, horizons,
                         static_cast<std::uint64_t>(loaded.scenario.monte_carlo.seed), threads);
}

}  // namespace montecopter::cli
