#pragma once
/// ArduPilot's firmware in the loop: in lockstep over its JSON interface (src/core/ardupilot).

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/ardupilot/pulse_range.hpp"
#include "core/ardupilot/rc_packet.hpp"
#include "dynamics/controllers/ardupilot.hpp"
#include "simulate/external/firmware.hpp"

namespace montecopter {

/// RC inputs from an update on.
struct FirmwareRc {
  double time_s;  ///< of the flight
  ardupilot::RcChannels channels;
};

class ExternalArdupilot : public ExternalFirmware {
 public:
  /// Prepares the firmware of a scenario's controller. Throws Error(usage) if it obviously cannot
  /// run; `where` is the place of the controller.
  ExternalArdupilot(const ArdupilotController& controller, const Scenario& scenario,
                    const std::string& where);

  // Data for a flight.

  /// The command of an instance. It reads this parameter file last.
  std::unique_ptr<Command> command(int instance, const std::string& parameter_file) const;
  /// Lines of the parameter file for the numbers of a flight.
  std::string parameter_lines(const double* numbers) const;
  const std::vector<FirmwareRc>& rc() const { return rc_; }
  /// Whether this flight is the first to ask its firmware for its parameters. No flight asks if all
  /// names of the scenario are known.
  bool asks_first() const { return !has_asked_.exchange(true); }
  const std::string& sha256() const { return sha256_; }
  const ardupilot::PulseRange& pulses() const { return pulses_; }

 private:
  std::vector<std::string> parameter_files_;
  std::string sha256_;  ///< of the firmware's own file
  mutable std::atomic<bool> has_asked_{false};
  std::vector<FirmwareRc> rc_;
  ardupilot::PulseRange pulses_;
};

}  // namespace montecopter
