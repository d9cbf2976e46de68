#pragma once
/// Whether the attitude of a log turns as its body rates say, and where it jumps though they do
/// not.

#include <array>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// Turns of the attitude over windows of 0.1 s or so beside the integrated rates, about each axis
/// of the body, in the windows that turn most about it.
Turns compare_turns(const RecordedSignal& attitude, const RecordedSignal& rate);

/// The rate for the comparison: body_rate, else imu.gyroscope; nullptr if neither is there.
const RecordedSignal* turning_rate(const RecordedFlight& flight);

/// Compares, and states in `flight` what contradicts itself.
void check_turns(RecordedFlight& flight);

/// The sentence of a contradiction. `rate` is the name of the other signal.
std::string contradiction_of(const Turns& turns, const std::string& rate);

/// Rows of attitude and position that rates and velocity contradict: single ones are left out;
/// behind others (resets of an estimator) nothing follows what is before. States them in `flight`.
void exclude_resets(RecordedFlight& flight);

}  // namespace montecopter::logs
