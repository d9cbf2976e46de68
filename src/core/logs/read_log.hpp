#pragma once
/// A log file to a recorded flight: PX4's ULog, Betaflight's Blackbox, ArduPilot's DataFlash, a
/// Crazyflie's log, or any CSV with a table that says what its columns are.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/logs/columns.hpp"
#include "core/logs/instances.hpp"
#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

/// Larger logs are refused: an hour at full rate is about 1 GiB.
inline constexpr std::size_t most_log_bytes = std::size_t{2} << 30;

/// Choices about a file that it does not settle itself.
struct LogChoice {
  std::optional<Columns> columns;    ///< of CSV: what they are
  std::optional<std::int64_t> part;  ///< of files with several logs: which, from 1 on
  Instances instances;               ///< of logs with several sensors of a kind
  std::optional<double> rate_hz;     ///< of readings whose stamps do not tell it
};

/// Reads a log. Error(io) if the file cannot be read. Error(refused) if it is no such log or none
/// of its signals can be used. Error(usage) if a choice is missing, superfluous, or does not fit
/// the file.
RecordedFlight read_log(const std::string& path, const LogChoice& choice);
/// Whether a file that begins so is a ULog, a Blackbox log, a DataFlash log or a Crazyflie's log.
bool begins_as_log(std::string_view bytes);
/// Whether it is a CSV log if it is one at all, as far as its beginning shows. A pipe, which cannot
/// be read twice, and a file that cannot be read are taken for CSV: reading it says why.
bool may_be_csv(const std::string& path);
/// The bytes of the file. Error(usage) if it is "-"; Error(io) if it cannot be read, or is a
/// device; Error(refused) if it is too large, or begins as no log does.
std::string read_log_file(const std::string& path);
/// As read_log(), from the bytes of a file; `path` is for messages. Attitudes are compared with
/// rates, and values that they contradict are excluded (turns.hpp).
RecordedFlight read_log_bytes(std::string_view bytes, const std::string& path,
                              const LogChoice& choice);

/// Reads a ULog by its written definition (docs.px4.io, ULog File Format), versions 0 and 1.
/// Damaged parts are left out, and listed in `remarks`. Error(refused) if the log cannot be used at
/// all.
RecordedFlight read_ulog(std::string_view bytes, const std::string& path,
                         const Instances& instances, std::optional<double> rate_hz = {});

/// Reads a Blackbox log by Betaflight's written definition (Blackbox logging internals), data
/// version 2. `bytes` have a log's first line somewhere. Damaged parts are left out, and listed in
/// `remarks`. Error(refused) if the log cannot be used at all, Error(usage) if there is no such
/// part.
RecordedFlight read_blackbox(std::string_view bytes, const std::string& path,
                             std::optional<std::int64_t> part, std::optional<double> rate_hz = {});

/// Reads a DataFlash log by ArduPilot's written definition (libraries/AP_Logger/README.md). Damaged
/// parts are left out, and listed in `remarks`. Error(refused) if the log cannot be used at all.
RecordedFlight read_dataflash(std::string_view bytes, const std::string& path,
                              const Instances& instances, std::optional<double> rate_hz = {});

/// Whether it begins as a log of the Crazyflie's micro SD card deck, in a known version.
bool begins_as_crazyflie_log(std::string_view bytes);
/// Reads such a log by the columns, or by the usual variables of the firmware. Variables are
/// columns, and `timestamp` is the time in ms. The rest behind damage is left out, and `remarks`
/// say so. Error(refused) if the log cannot be used at all.
RecordedFlight read_crazyflie(std::string_view bytes, const std::string& path,
                              const std::optional<Columns>& columns,
                              std::optional<double> rate_hz = {});

/// A header line of names, then a row of numbers for each time. Error(usage): a column that does
/// not exist, or a cell that is no number; Error(refused) if no row can be used.
RecordedFlight read_csv(std::string_view text, const std::string& path, const Columns& columns,
                        std::optional<double> rate_hz = {});

}  // namespace montecopter::logs
