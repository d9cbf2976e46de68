#pragma once
/// ArduPilot's firmware in the loop: a new process for each flight, in lockstep over its JSON
/// interface (src/ardupilot).

#include <memory>
#include <string>
#include <vector>

#include "ardupilot/pulse_range.hpp"
#include "ardupilot/rc_packet.hpp"
#include "dynamics/controllers/ardupilot.hpp"
#include "plan/plan.hpp"
#include "simulate/external/child.hpp"
#include "simulate/external/keeper.hpp"
#include "simulate/setup/own_program.hpp"

namespace montecopter {

/// What the sticks say from an update on.
struct FirmwareRc {
  double time_s;  ///< of the flight
  ardupilot::RcChannels channels;
};

class OwnFirmware : public OwnProgram {
 public:
  /// Makes ready to run the firmware of a scenario's controller, which is an ArdupilotController.
  /// Throws Error(usage) if it cannot be run as far as can be told; `where` is the place of the
  /// controller.
  OwnFirmware(const Scenario& scenario, const std::string& where);

  std::string title() const override;
  Cause cause_of_difference() const override;

  // What a flight needs of it.

  /// The command of an instance, which reads these parameters last.
  std::unique_ptr<Command> command(int instance, const std::string& parameter_file) const;
  const Keeper& keeper() const { return keeper_; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  /// Lines of the file for the numbers of a flight.
  std::string parameter_lines(const double* numbers) const;
  double timeout_s() const { return timeout_s_; }
  double rate_hz() const { return rate_hz_; }
  std::int64_t startup_updates() const { return startup_updates_; }
  const std::vector<FirmwareRc>& rc() const { return rc_; }
  const ardupilot::PulseRange& pulses() const { return pulses_; }
  /// Of each rotor, from 1.
  const std::vector<int>& outputs() const { return outputs_; }

 private:
  void require_runnable(const std::string& where) const;

  std::vector<std::string> words_, parameter_files_;
  std::vector<bool> files_;
  Keeper keeper_;
  std::vector<std::string> parameters_;  ///< in their order in the scenario
  double timeout_s_, rate_hz_;
  std::int64_t startup_updates_;
  std::vector<FirmwareRc> rc_;
  ardupilot::PulseRange pulses_;
  std::vector<int> outputs_;
};

}  // namespace montecopter
