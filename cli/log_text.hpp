#pragma once
/// What is printed of the log of a real flight, and what of it is read.

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "core/base/json.hpp"
#include "core/logs/read_log.hpp"

namespace montecopter::cli {

/// A contradiction and what makes it agree, as one sentence or two.
std::string contradiction_text(const logs::Contradiction& contradiction);
std::string log_text(const logs::RecordedFlight& flight);
Json log_json(const logs::RecordedFlight& flight);

/// What a command that reads a log says of its file.
inline constexpr const char* log_formats =
    "ULog of PX4 (.ulg), Blackbox of Betaflight (.bbl), DataFlash of ArduPilot (.bin), or CSV";

/// The options of what logs do not say themselves.
struct LogOptions {
  std::optional<std::string> columns, part, rate;
  std::vector<std::string> instances;

  Options options();
  bool any() const;
  /// Error(usage) or Error(io) if one is no good.
  logs::LogChoice choice() const;
};

}  // namespace montecopter::cli
