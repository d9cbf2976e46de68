#pragma once
/// The part of a recorded flight that is flown again, and the signal that drives the vehicle.

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
  /// Error(usage) if an option has an unknown word.
  void check() const;
  /// The part of the log. Error(usage) if an end is not a number, or the part is empty.
  identify::Span span() const;
  /// The rotor of each motor of a log; empty if not given. Error(usage) if it is not an order of
  /// `rotors` rotors.
  std::vector<std::size_t> rotor_of(std::size_t rotors) const;
  /// The drive of the vehicle. Error(refused) if the log does not have that signal.
  identify::Drive drive_of(const logs::RecordedFlight& flight, const Multirotor& vehicle) const;
};

/// Warns of clocks that jump back, of resets of an estimator, and of signals that contradict each
/// other.
void warn_of_jumps(const logs::RecordedFlight& flight, Remarks& remarks);

/// Warns of commands beyond the limits of their motors, with their number. With `refuse`,
/// Error(refused) if most commands are.
void warn_of_limits(const std::string& log, const identify::Drive& drive, bool refuse,
                    Remarks& remarks);

/// Warns if another order of the motors explains the rotation better. `rotor_of`: the given order.
void warn_of_order(const std::string& log, const std::optional<identify::MotorOrder>& found,
                   const std::vector<std::size_t>& rotor_of, Remarks& remarks);

/// Warns of states that the log lacks, and that are derived from others.
void warn_of_derived(const std::string& log, const identify::Track& track, Remarks& remarks);

/// Warns of recorded speeds that are left out, with their number.
void warn_of_spikes(const std::string& log, const identify::Drive& drive, Remarks& remarks);

/// Warns of a rotor that reads zero in many rows while it turns in most of them: a tachometer that
/// drops out.
void warn_of_zeros(const std::string& log, const identify::Drive& drive, Remarks& remarks);

}  // namespace montecopter::cli
