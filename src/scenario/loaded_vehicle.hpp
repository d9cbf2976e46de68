#pragma once
/// Result of load_vehicle() (load.hpp).

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

/// A vehicle and its environment, without a flight.
struct LoadedVehicle {
  std::string name;  ///< stem of the file
  Vehicle vehicle;
  Environment environment;
  std::vector<Wind> wind;           ///< of the scenario, if it was one
  std::array<double, 3> start_m{};  ///< position at t = 0, NED
  std::optional<double> step_s;     ///< of the scenario, if it was one
  std::vector<std::string>
      varied;  ///< paths in vehicle and environment that it disperses or sweeps
  std::vector<Problem> warnings;
};

}  // namespace montecopter
