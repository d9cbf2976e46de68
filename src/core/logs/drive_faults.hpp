#pragma once
/// Faults of recorded rotor speeds and commands that make a log unfit to be flown again.

#include <cstddef>
#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// A rotor that reads zero in many rows while it turns in most of them.
struct ZeroRotor {
  std::size_t rotor = 0;
  std::size_t rows = 0;  ///< rows in which it reads zero and another rotor turns
};

/// Rotors of recorded speeds whose tachometer drops out.
std::vector<ZeroRotor> zero_rotors(const RecordedSignal& speeds);

/// Whether no rotor turns in any row.
bool are_all_zero(const RecordedSignal& speeds);

/// Whether the speeds are those that PX4's simulation makes up, 6000 rpm times the command
/// (its module simulator_mavlink), as far as whole pulses of its outputs show it.
bool are_made_of_commands(const RecordedSignal& speeds, const RecordedSignal& commands);

/// Faults of the drive of a log, a sentence each. Commands count as beyond their range only where
/// the log says what 0 and 1 stand for.
std::vector<std::string> drive_faults(const RecordedFlight& flight);

}  // namespace montecopter::logs
