#pragma once
/// First scenario for a vehicle: it hovers in calm air under a controller computed for it. Wind,
/// sensors, dispersions and a requirement are included as comments.

#include <string>

#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter {

/// Names in the text.
struct FirstScenarioNames {
  std::string name;     ///< of the scenario
  std::string vehicle;  ///< the vehicle file, as the scenario includes it
  std::string call;     ///< the command that wrote it
  std::string schema;   ///< the JSON Schema, as an editor finds it from the scenario
};

/// Returns the text. Throws Error(usage) if the vehicle cannot hover, because then nothing flies.
std::string first_scenario(const LoadedVehicle& loaded, const FirstScenarioNames& names);

}  // namespace montecopter
