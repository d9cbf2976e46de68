#include "simulate/external/kept_log.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/base/error.hpp"
#include "core/logs/flight_log.hpp"
#include "simulate/external/firmware.hpp"
#include "simulate/external/flight.hpp"
#include "simulate/external/patience.hpp"

namespace montecopter {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const std::string& why,
                       const std::string& suggestion) {
  throw Error(ExitCode::io, Problem{"controller.keep_log", what, why, suggestion});
}

/// The last log below a folder by its name, which has a number or a time; "" if there is none.
std::string log_below(const FirmwareLog& log) {
  std::string found;
  std::error_code failed;
  auto entry = fs::recursive_directory_iterator(log.folder, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    const std::string path = entry->path().string();
    if (entry->path().extension() == log.suffix && path > found) found = path;
  }
  return found;
}

logs::FlightLog read(const std::string& path, double end_s) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return logs::flight_log_until(bytes, end_s);
}

/// The log when it contains the end of the flight, or no longer grows.
logs::FlightLog complete_log(const FirmwareLog& log, double rate_hz, const FlyOn& fly_on) {
  constexpr double look_s = 0.25, most_s = 20;  // of the firmware, between two looks and of all
  constexpr int still_looks = 12;               // ArduPilot writes at least every 2 s
  logs::FlightLog kept;
  int still = 0;
  for (double flown_s = 0; flown_s < most_s && still < still_looks; flown_s += look_s) {
    const double last_s = kept.last_s;
    if (const std::string path = log_below(log); !path.empty()) kept = read(path, log.end_s);
    if (!fly_on || kept.last_s > log.end_s) break;
    still = kept.bytes.empty() || kept.last_s > last_s ? 0 : still + 1;
    try {
      for (int i = 0; i < look_s * rate_hz; ++i) fly_on();
    } catch (const ExternalFlightFailed&) {
      break;  // it has ended after the flight
    }
  }
  return kept;
}

void write(const std::string& path, const std::string& bytes) {
  const std::string partial = path + ".partial";
  std::error_code failed;
  errno = 0;
  if (!(std::ofstream(partial, std::ios::binary) << bytes).flush()) {
    failed = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  } else {
    fs::rename(partial, path, failed);
  }
  if (!failed) return;
  std::error_code ignored;
  fs::remove(partial, ignored);
  fail(fmt::format("cannot write '{}'", path), failed.message(),
       "Free space there, and run the same command again");
}

}  // namespace

void keep_firmware_log(const ExternalLane& lane, const FirmwareLog& log, double rate_hz,
                       const FlyOn& fly_on) {
  if (lane.patience == nullptr || lane.patience->log_folder().empty()) return;
  if (lane.patience->is_at_end()) return;
  const logs::FlightLog kept = complete_log(log, rate_hz, fly_on);
  if (lane.patience->is_at_end()) return;          // a signal has stopped the firmware
  constexpr std::uintmax_t least_bytes = 8 << 20;  // with less, firmwares end their logs
  if (fly_on && kept.last_s <= log.end_s) {
    require_room(log.folder, least_bytes, "controller.keep_log",
                 "no disk space for the log of a firmware", "its log is incomplete");
  }
  if (fly_on && kept.bytes.empty()) {
    fail(fmt::format("the firmware has written no log of sample {}", lane.number),
         fmt::format("there is no file *{} in its folder", log.suffix),
         "Check its parameters: LOG_BACKEND_TYPE and LOG_DISARMED of ArduPilot, SDLOG_MODE of PX4");
  }
  if (fly_on && kept.last_s <= log.end_s && !log.ends_when_disarmed) {
    fail(fmt::format("the firmware's log of sample {} ends before its flight", lane.number),
         fmt::format("it ends {:.1f} s earlier", log.end_s - kept.last_s),
         fmt::format("Make sure that '{}' has room, and run the same command again",
                     std::filesystem::temp_directory_path().string()));
  }
  if (kept.bytes.empty()) return;
  write(fmt::format("{}/sample-{}{}", lane.patience->log_folder(), lane.number, log.suffix),
        kept.bytes);
}

}  // namespace montecopter
