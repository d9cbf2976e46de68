#pragma once
/// Gains that keep the requirements with the largest margin over the dispersions.
///
/// A candidate multiplies each gain of the scenario by a factor. All candidates fly the same
/// samples (common random numbers), so that differences come from the gains. The search is
/// search_worst().
///
/// The margin of a requirement is the distance within its bound, relative to the bound, that as
/// many flights keep as the requirement demands. The smallest margin of all requirements counts.
/// Flights that fail keep no distance.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plan/requirement_columns.hpp"
#include "scenario/load.hpp"
#include "simulate/flights_in_memory.hpp"

namespace montecopter {

struct RobustSettings {
  std::int64_t samples = 100;     ///< flights of each candidate
  std::int64_t flights = 20'000;  ///< of all candidates
  std::uint64_t seed = 1;
};

struct GainFactor {
  std::string path;  ///< "controller.rate_gain_1_s": all its components
  double factor = 1;
};

struct RobustGains {
  Scenario scenario;  ///< with the gains found
  std::vector<GainFactor> factors;
  /// On the flights of the search; -infinity: more of them fail than a requirement allows.
  double margin_before = 0, margin = 0;
  std::int64_t candidates = 0, flights = 0;
};

using FlyScenario = std::function<FlightsInMemory(const LoadedScenario& loaded)>;

/// Margin of a requirement, from its flights.
double margin_of(const Requirement& requirement, const std::vector<JudgedSample>& samples);

/// Error(usage) if the controller has no gains, if a gain is dispersed, or if the scenario has no
/// requirements or a sweep.
RobustGains robust_gains(const LoadedScenario& loaded, const RobustSettings& settings,
                         const FlyScenario& fly);

}  // namespace montecopter
