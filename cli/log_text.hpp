#pragma once
/// The text of `log` about the log of a real flight, and the options that read one.

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "core/base/json.hpp"
#include "core/logs/read_log.hpp"

namespace montecopter::cli {

/// A contradiction and its cures, as one sentence or two.
std::string contradiction_text(const logs::Contradiction& contradiction);
std::string log_text(const logs::RecordedFlight& flight);
Json log_json(const logs::RecordedFlight& flight);

/// The help text of a log file.
inline constexpr const char* log_formats =
    "Flight log: PX4 ULog (.ulg), Betaflight Blackbox (.bbl), ArduPilot DataFlash (.bin), "
    "Crazyflie (.cfusd), or CSV";

/// Options for facts that logs do not contain.
struct LogOptions {
  std::optional<std::string> columns, part, rate;
  std::vector<std::string> instances;

  Options options();
  bool any() const;
  /// The choice as values. Error(usage) or Error(io) if an option is invalid.
  logs::LogChoice choice() const;
};

}  // namespace montecopter::cli
