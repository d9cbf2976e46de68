#pragma once
/// Options of commands that examine a vehicle in steady flight.

#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "vehicle/performance/steady_flight.hpp"
#include "vehicle_request.hpp"

namespace montecopter::cli {

struct FlightRequest : VehicleRequest {
  std::string speed = "0", climb = "0", course = "0", heading = "0", time = "0";
  std::optional<std::string> height;
  bool no_wind = false;

  SteadyFlight flight() const;
  /// Reports that there is no such flight, with --json also as JSON.
  ExitCode refuse(const LoadedVehicle& loaded) const;
};

/// The options that fill the request.
Options flight_options(FlightRequest& request);

}  // namespace montecopter::cli
