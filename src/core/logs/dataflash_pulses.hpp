#pragma once
/// Pulse widths of ArduPilot's outputs to commands of motors, by the parameters in the log.

#include <map>
#include <string>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// Keeps the outputs that are motors (SERVOn_FUNCTION), in the order of their numbers, as commands
/// from 0 to 1. The range is MOT_PWM_MIN to MOT_PWM_MAX (of a quadplane Q_M_PWM_MIN to
/// Q_M_PWM_MAX), or else SERVOn_MIN to SERVOn_MAX. Leaves all as it is if the parameters do not
/// tell.
void commands_of_pulses(RecordedSignal& signal, const std::map<std::string, double>& parameters);

}  // namespace montecopter::logs
