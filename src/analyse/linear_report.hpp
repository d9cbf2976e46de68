#pragma once
/// What `montecopter linearize` says of a vehicle.

#include <optional>
#include <string>

#include "analyse/linear_model.hpp"
#include "scenario/load.hpp"

namespace montecopter {

/// Small motions about the hover of a vehicle as it is written, in calm air; of a helicopter at
/// this speed of its main rotor, or that of its first operating point. nullopt: it cannot hover.
/// Throws Error(usage) where there is no gravity, or where a rotor speed is asked of a multirotor.
std::optional<LinearModel> hover_model(const LoadedVehicle& loaded,
                                       std::optional<double> rotor_speed_rad_s);

/// Equations for a terminal, without elements below 1e-9 or 1e-7 of the largest in their row, which
/// differences cannot tell from zero; ends with a newline.
std::string linear_text(const std::string& name, const LinearModel& model);
/// One JSON object with the matrices as lists of rows; ends with a newline.
std::string linear_json(const std::string& name, const LinearModel& model);

}  // namespace montecopter
