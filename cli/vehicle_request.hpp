#pragma once
/// What commands that look at a vehicle without a flight ask for.

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenario/load.hpp"

namespace montecopter::cli {

struct VehicleRequest {
  std::string file;
  std::vector<std::string> overrides;
  std::optional<std::string> rotor_speed;
  bool json = false;

  /// The vehicle; its warnings go to stderr.
  LoadedVehicle load() const;
  /// Of the main rotor, if it was asked for.
  std::optional<double> rotor_speed_rad_s() const;
};

/// Adds the options that fill the request, which has to outlive the command.
void add_vehicle_options(CLI::App& command, VehicleRequest& request);

}  // namespace montecopter::cli
