#include "core/logs/read_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/logs/blackbox_header.hpp"
#include "core/logs/dataflash_formats.hpp"
#include "core/logs/turns.hpp"

namespace montecopter::logs {
namespace {

/// Beginnings of files of other kinds.
struct OtherKind {
  std::string_view beginning, what;
};

constexpr auto other_kinds = std::to_array<OtherKind>({
    {{"\x89MCAP0\r\n", 8}, "an MCAP file"},
    {{"\x89HDF\r\n\x1a\n", 8}, "an HDF5 file: read results with `montecopter stats`"},
    {{"PK\x03\x04", 4}, "a ZIP archive: unpack it first"},
    {{"\x1f\x8b", 2}, "compressed by gzip: unpack it first"},
});

}  // namespace

bool begins_as_log(std::string_view bytes) {
  return bytes.starts_with("ULog") || bytes.starts_with(blackbox_beginning) ||
         bytes.starts_with(dataflash_sync) || begins_as_crazyflie_log(bytes);
}

namespace {

/// Number of bytes that show the kind of a file.
constexpr std::size_t looked_at = 4096;

/// Text has no control characters but those of lines and tabs.
bool is_text(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, looked_at);
  return std::none_of(start.begin(), start.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 && c != '\n' && c != '\r' && c != '\t';
  });
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ExitCode::refused,
              Problem{path, "this is not a flight log in a known format", why,
                      "Give a PX4 ULog, a Betaflight Blackbox log, an ArduPilot DataFlash log, a "
                      "Crazyflie log, or CSV"});
}

/// Checks that bytes which begin so may be a log.
void require_beginning_of_log(std::string_view bytes, const std::string& path) {
  if (bytes.empty()) refuse(path, "it is empty");
  if (bytes.starts_with("ULog")) {
    if (bytes.starts_with(std::string_view("ULog\x01\x12\x35", 7))) return;
    refuse(path, "it begins with ULog, but its header is malformed");
  }
  if (begins_as_log(bytes)) return;
  for (const OtherKind& kind : other_kinds) {
    if (bytes.starts_with(kind.beginning)) refuse(path, fmt::format("it is {}", kind.what));
  }
  if (is_utf16(bytes)) refuse(path, std::string(utf16_words));
  if (!is_text(bytes)) refuse(path, "it is not text, and begins like no known log");
}

[[noreturn]] void refuse_size(const std::string& path) {
  throw Error(ExitCode::refused,
              Problem{path, fmt::format("it is larger than {} MiB, the limit for a log",
                                        most_log_bytes >> 20)});
}

std::string read_at_most(const std::string& path, std::size_t most) {
  std::string why;
  auto bytes = read_input_file(path, most, why);
  if (bytes) return std::move(*bytes);
  throw Error(ExitCode::io, Problem{path, "cannot read it", why});
}

/// Checks a file before all of it is read. A pipe is not checked, because it cannot be read twice.
void look_at_file(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return;
  require_beginning_of_log(read_at_most(path, looked_at), path);
  const auto size = std::filesystem::file_size(path, failed);
  if (!failed && size > most_log_bytes) refuse_size(path);
}

/// Whether each choice means something for a file of this kind.
void require_fitting(const LogChoice& choice, const char* kind, bool has_parts,
                     bool has_instances) {
  const auto refuse_choice = [&](const char* option, const char* why) {
    throw Error(ExitCode::usage, Problem{option, fmt::format("{} {}", kind, why), "",
                                         fmt::format("Leave {} out", option)});
  };
  if (choice.columns) refuse_choice("--columns", "describes its own content");
  if (choice.part && !has_parts) refuse_choice("--part", "contains only one log");
  if (!choice.instances.empty() && !has_instances) {
    refuse_choice("--instance", "has no instances");
  }
}

void require_csv_choice(const std::string& path, const LogChoice& choice) {
  if (!choice.columns) {
    throw Error(ExitCode::usage,
                Problem{path, "a CSV file needs --columns FILE.toml to describe its columns"});
  }
  LogChoice others = choice;
  others.columns.reset();
  require_fitting(others, "a CSV file", false, false);
}

}  // namespace

bool may_be_csv(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return true;
  std::string why;
  const auto start = read_input_file(path, looked_at, why);
  return !start || is_utf16(*start) || (!begins_as_log(*start) && is_text(*start));
}

std::string read_log_file(const std::string& path) {
  if (path == "-") {
    throw Error(ExitCode::usage, Problem{"-", "a log cannot be read from standard input",
                                         "it is read more than once",
                                         "Give the name of a file (./- for a file called -)"});
  }
  look_at_file(path);
  std::string bytes = read_at_most(path, most_log_bytes + 1);
  if (bytes.size() > most_log_bytes) refuse_size(path);
  return bytes;
}

RecordedFlight read_log(const std::string& path, const LogChoice& choice) {
  return read_log_bytes(read_log_file(path), path, choice);
}

namespace {

RecordedFlight read_any(std::string_view bytes, const std::string& path, const LogChoice& choice) {
  require_beginning_of_log(bytes, path);
  if (bytes.starts_with("ULog")) {
    require_fitting(choice, "a ULog", false, true);
    return read_ulog(bytes, path, choice.instances, choice.rate_hz);
  }
  if (bytes.starts_with(blackbox_beginning)) {
    require_fitting(choice, "a Blackbox log", true, false);
    return read_blackbox(bytes, path, choice.part, choice.rate_hz);
  }
  if (bytes.starts_with(dataflash_sync)) {
    require_fitting(choice, "a DataFlash log", false, true);
    return read_dataflash(bytes, path, choice.instances, choice.rate_hz);
  }
  if (begins_as_crazyflie_log(bytes)) {
    LogChoice others = choice;
    others.columns.reset();
    require_fitting(others, "a Crazyflie log", false, false);
    return read_crazyflie(bytes, path, choice.columns, choice.rate_hz);
  }
  require_csv_choice(path, choice);
  return read_csv(bytes, path, *choice.columns, choice.rate_hz);
}

}  // namespace

RecordedFlight read_log_bytes(std::string_view bytes, const std::string& path,
                              const LogChoice& choice) {
  RecordedFlight flight = read_any(bytes, path, choice);
  if (!flight.turns) check_turns(flight);  // of CSV other readings of the columns were tried
  exclude_resets(flight);
  return flight;
}

}  // namespace montecopter::logs
