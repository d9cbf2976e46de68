#pragma once
/// What `montecopter linearize` says of a vehicle.

#include <optional>
#include <string>

#include "dynamics/linear/linear_model.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/steady_flight.hpp"

namespace montecopter {

struct LinearReport {
  std::string name;
  SteadyFlight flight;
  Ambient around;
  LinearModel model;
};

/// Linearisation of a vehicle as it is written about a steady flight; of a helicopter at this speed
/// of its main rotor, or that of its first operating point. nullopt: no commands within their
/// limits hold that flight. Throws Error(usage) where there is no gravity, or where a rotor speed
/// is asked of a multirotor.
std::optional<LinearReport> report_linear(const LoadedVehicle& loaded, const SteadyFlight& flight,
                                          std::optional<double> rotor_speed_rad_s);

/// Equations for a terminal, without elements below 1e-9 or 1e-7 of the largest in their row, which
/// differences cannot tell from zero; ends with a newline.
std::string linear_text(const LinearReport& report);
/// One JSON object with the matrices as lists of rows; ends with a newline.
std::string linear_json(const LinearReport& report);

}  // namespace montecopter
