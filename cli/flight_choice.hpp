#pragma once
/// What of a recorded flight drives a vehicle that flies it again, and which part of it.

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "flights/identify/drive.hpp"
#include "flights/identify/motor_order.hpp"
#include "remarks.hpp"

namespace montecopter::cli {

struct FlightChoice {
  std::string drive = "auto", between = "auto";
  std::optional<std::string> from, to, motor_order;

  Options options();
  /// Error(usage) if a word is none of its option's.
  void check() const;
  /// Error(usage) if one is no number, or nothing is in between.
  identify::Span span() const;
  /// Which rotor each motor of a log is; empty if that was not said. Error(usage) if it is no order
  /// of so many rotors.
  std::vector<std::size_t> rotor_of(std::size_t rotors) const;
  /// Error(refused) if the log has nothing that drives the vehicle so.
  identify::Drive drive_of(const logs::RecordedFlight& flight, const Multirotor& vehicle) const;
};

/// Says where the clock of a log was set back or an estimator reset, and which of its signals
/// contradict each other.
void warn_of_jumps(const logs::RecordedFlight& flight, Remarks& remarks);

/// Says how many commands of a log are beyond the limits of their motors, if any. With `refuse`
/// Error(refused) if it is the most of them.
void warn_of_limits(const std::string& log, const identify::Drive& drive, bool refuse,
                    Remarks& remarks);

/// Says in which other order the motors of a log explain how it turns, if there is one. `rotor_of`:
/// the order that was said.
void warn_of_order(const std::string& log, const std::optional<identify::MotorOrder>& found,
                   const std::vector<std::size_t>& rotor_of, Remarks& remarks);

/// Says how many recorded speeds of a log are left out, if any.
void warn_of_spikes(const std::string& log, const identify::Drive& drive, Remarks& remarks);

}  // namespace montecopter::cli
