#pragma once
/// A firmware's own log of a flight, kept beside the result.

#include <functional>
#include <string>

#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// Flies one more update. Throws as the flight itself does.
using FlyOn = std::function<void()>;

struct FirmwareLog {
  std::string folder;       ///< of the firmware, with the log somewhere below
  std::string suffix;       ///< of its name: ".BIN", ".ulg"
  double end_s;             ///< end of the flight, by the firmware's clock
  bool ends_when_disarmed;  ///< the firmware then closes it, maybe before the end of the flight
};

/// Copies the log of a lane's flight to sample-NUMBER.SUFFIX in the folder for logs; does nothing
/// without such a folder. A firmware writes its log late, so `fly_on` is called, `rate_hz` times
/// per second of the firmware, until the log contains the end of the flight. Later messages are
/// left out. Without `fly_on`, the flight has failed, and the log may be missing or cut off. Throws
/// Error(io) if it cannot be written, is missing, or lacks the end of the flight.
void keep_firmware_log(const ExternalLane& lane, const FirmwareLog& log, double rate_hz,
                       const FlyOn& fly_on);

}  // namespace montecopter
