#pragma once
/// PX4's firmware in the loop: in lockstep over MAVLink (src/core/mavlink).

#include <memory>
#include <string>
#include <vector>

#include "core/mavlink/messages.hpp"
#include "dynamics/controllers/px4_mavlink.hpp"
#include "simulate/external/firmware.hpp"

namespace montecopter {

/// A command that the firmware receives at an update.
struct FirmwareCommand {
  double time_s;  ///< of the flight
  mavlink::CommandLong command;
};

class ExternalPx4 : public ExternalFirmware {
 public:
  /// Prepares the firmware of a scenario's controller. Throws Error(usage) if it obviously cannot
  /// run; `where` is the place of the controller.
  ExternalPx4(const Px4MavlinkController& controller, const Scenario& scenario,
              const std::string& where);

  // Data for a flight.

  /// The command of an instance, with the parameters of a flight.
  std::unique_ptr<Command> command(int instance, const double* numbers) const;
  const std::vector<FirmwareCommand>& commands() const { return commands_; }

 private:
  std::string etc_, model_;
  std::vector<FirmwareCommand> commands_;
};

}  // namespace montecopter
