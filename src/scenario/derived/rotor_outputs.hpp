#pragma once
/// Which output of a firmware drives which rotor of a vehicle.

#include <string>

#include "core/ardupilot/motor_frames.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// From 1, in the order of the vehicle's rotors; or why the frame does not suit them. A name that
/// is none of ardupilot::motor_frames() means that outputs drive rotors as they are listed.
ardupilot::RotorOutputs rotor_outputs(const Multirotor& vehicle, const std::string& frame);

}  // namespace montecopter
