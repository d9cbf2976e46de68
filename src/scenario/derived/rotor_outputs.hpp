#pragma once
/// Outputs of a firmware that drive the rotors of a vehicle.

#include <string>

#include "core/ardupilot/motor_frames.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// Output numbers from 1, in the order of the vehicle's rotors; or why the frame does not suit
/// them. With a name outside ardupilot::motor_frames(), outputs drive rotors in the listed order.
ardupilot::RotorOutputs rotor_outputs(const Multirotor& vehicle, const std::string& frame);

}  // namespace montecopter
