#pragma once
/// Commands of ArduPilot's motors at the rate of its rate controller. Copter logs its outputs
/// (RCOU) at 10 Hz, but the inputs of its motor mixer (RATE: ROut, POut, YOut, AOut) as fast as its
/// loop. Source: libraries/AP_Motors, AP_MotorsMatrix::output_armed_stabilizing() and
/// Thrust_Linearization.

#include <map>
#include <optional>
#include <string>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

struct MixedCommands {
  RecordedSignal signal;
  std::size_t confirmed = 0, flying = 0;  ///< outputs that the mixer explains, and all in flight
};

/// Mixes roll, pitch, yaw and throttle to commands by the frame and the thrust curve in the log's
/// parameters. `outputs` are the logged commands, from 0 to 1. A row of them gives the gain of the
/// mixer, which follows the density of the air, and must agree with the mixed commands. Mixed rows
/// between two that agree are kept, unless a motor is at a limit. No value if the parameters
/// describe no known mixer, or no more than half of the outputs agree.
std::optional<MixedCommands> commands_of_mixer(const RecordedSignal& inputs,
                                               const RecordedSignal& outputs,
                                               const std::map<std::string, double>& parameters);

}  // namespace montecopter::logs
