#pragma once
/// Options of commands that examine a vehicle without a flight.

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"

namespace montecopter::cli {

struct VehicleRequest {
  std::string file;
  std::vector<std::string> overrides;
  std::optional<std::string> rotor_speed;
  bool json = false;

  /// The vehicle; its warnings go to stderr.
  LoadedVehicle load() const;
  /// Speed of the main rotor, if it was given.
  std::optional<double> rotor_speed_rad_s() const;
};

/// The options that fill the request.
Options vehicle_options(VehicleRequest& request);

}  // namespace montecopter::cli
