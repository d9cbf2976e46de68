#pragma once
/// The log that a firmware in the loop writes of a flight, as bytes: PX4's ULog or ArduPilot's
/// DataFlash.

#include <string>
#include <string_view>

namespace montecopter::logs {

struct FlightLog {
  std::string bytes;   ///< whole messages of up to the end of the flight
  double last_s = -1;  ///< latest time of all its messages, by the firmware's clock; -1: none
};

/// Leaves out messages that are later than `end_s` on the firmware's clock, and a message that is
/// not whole at the end. Messages without a time stay. Bytes of another format: none.
FlightLog flight_log_until(std::string_view bytes, double end_s);

}  // namespace montecopter::logs
