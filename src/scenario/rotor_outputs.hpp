#pragma once
/// Which output of ArduPilot's firmware drives which rotor of a vehicle.

#include "ardupilot/motor_frames.hpp"
#include "dynamics/controllers/ardupilot.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// From 1, in the order of the vehicle's rotors; or why the frame does not suit them.
ardupilot::RotorOutputs rotor_outputs(const Multirotor& vehicle,
                                      const ArdupilotController& controller);

}  // namespace montecopter
