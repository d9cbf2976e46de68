#pragma once
/// Bands of a recorded flight: draws of vehicles, of effects of the flight, and of errors.

#include <optional>
#include <string>
#include <vector>

#include "flights/identify/coverage.hpp"

namespace montecopter::cli {

/// The log and what is known of its flight.
struct KnownFlight {
  const Multirotor& vehicle;
  const CalmAir& air;
  const identify::FitLog& log;  ///< all of it, also the part of --calibrate
  identify::ErrorFile errors;
  identify::FlightEffects effects;
  std::optional<double> calibrated_s;  ///< end of the part of --calibrate
};

/// How often the log lies within the bands of vehicles drawn from the scenario.
std::vector<identify::Coverage> coverage_of(const std::string& scenario,
                                            const std::vector<std::string>& overrides,
                                            const KnownFlight& known,
                                            const std::vector<double>& horizons_s, int threads);

}  // namespace montecopter::cli
