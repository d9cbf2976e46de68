#pragma once
/// A scenario to start from, made for a vehicle: it hovers in calm air under a controller that is
/// computed for it; wind, sensors, dispersions and a requirement stand there as comments.

#include <string>

#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter {

/// What the text calls its files.
struct FirstScenarioNames {
  std::string name;     ///< of the scenario
  std::string vehicle;  ///< the vehicle file, as the scenario includes it
  std::string call;     ///< the command that wrote it
};

/// The text. Error(usage) where the vehicle has no hover, since nothing flies then.
std::string first_scenario(const LoadedVehicle& loaded, const FirstScenarioNames& names);

}  // namespace montecopter
