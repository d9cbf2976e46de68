#pragma once
/// Report of `montecopter linearize`.

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

/// Linearisation of a vehicle as written, about a steady flight. A helicopter flies at this speed
/// of its main rotor, or at that of its first operating point. nullopt: no commands within their
/// limits hold that flight. Throws Error(usage) without gravity, or if a multirotor is given a
/// rotor speed.
std::optional<LinearReport> report_linear(const LoadedVehicle& loaded, const SteadyFlight& flight,
                                          std::optional<double> rotor_speed_rad_s);

/// Equations for a terminal; ends with a newline. Elements below 1e-9, or below 1e-7 of the largest
/// in their row, are left out: differences cannot tell them from zero.
std::string linear_text(const LinearReport& report);
/// One JSON object with the matrices as lists of rows; ends with a newline.
std::string linear_json(const LinearReport& report);

}  // namespace montecopter
