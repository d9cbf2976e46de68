#include "vehicle/import/other_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/csv.hpp"
#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"

namespace montecopter {
namespace {

/// Program that wrote a file, and the evidence.
struct KnownFile {
  std::string of;    ///< "ArduPilot"
  std::string by;    ///< "line 3: '# Stack: ArduPilot'"
  std::string kind;  ///< import that reads it; empty: none
};

constexpr std::string_view px4_kind = "px4-params", betaflight_kind = "betaflight-diff",
                           bench_kind = "bench-table";

/// Prefixes of names that no other autopilot has. Sources: PX4, "Parameter Reference"; ArduPilot,
/// "Complete Parameter List"; Settings.md of INAV, EmuFlight and Rotorflight.
constexpr std::string_view px4_names[] = {"MC_",     "MPC_",     "CA_",  "SYS_AUTO", "EKF2_",
                                          "IMU_GYR", "COM_",     "CAL_", "MAV_SYS",  "SENS_",
                                          "PWM_MAI", "THR_MDL_", "SIH_"};
constexpr std::string_view ardupilot_names[] = {
    "ATC_",    "PSC_",    "WPNAV_",  "INS_GYR",  "INS_ACC",  "AHRS_",    "EK2_",
    "EK3_",    "SYSID_",  "ARMING_", "FRAME_",   "MOT_SPI",  "MOT_THS",  "RATE_RL",
    "RATE_PI", "RATE_YA", "STB_RLL", "FLTMODE",  "SERVO1_",  "SERIAL0",  "BATT_",
    "COMPASS", "Q_A_RAT", "RLL2SRV", "FENCE_EN", "LOIT_ACC", "MIS_TOTA", "STAT_BO"};
constexpr std::string_view inav_names[] = {"mc_p_", "mc_i_", "mc_d_", "mc_cd_", "fw_p_", "nav_mc_"};
constexpr std::string_view emuflight_names[] = {"emu_boost", "feathered_pids", "imuf_", "i_decay"};
/// Names of firmwares in lower case.
constexpr std::string_view firmwares[] = {
    "betaflight",   "inav",        "emuflight",  "cleanflight", "baseflight",
    "butterflight", "rotorflight", "raceflight", "quicksilver", "kiss",
    "fettec",       "dronin",      "librepilot", "multiwii"};
constexpr std::string_view rotorflight_names[] = {"gov_", "swash_", "cyclic_"};

bool starts_like_one(std::string_view name, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// Lower-case letters, for words that programs write in several ways.
std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

/// First word of letters, digits, _ and .; empty: the line begins differently.
std::string_view first_name(std::string_view line) {
  return line.substr(0, first_index_if(line, [](unsigned char c) {
                       return std::isalnum(c) == 0 && c != '_' && c != '.';
                     }));
}

/// Whether a text begins with a time of day, 12:34:56.
bool is_time_of_day(std::string_view text) {
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') return false;
  for (const std::size_t digit : {0, 1, 3, 4, 6, 7}) {
    if (std::isdigit(static_cast<unsigned char>(text[digit])) == 0) return false;
  }
  return true;
}

class FileHead {
 public:
  std::optional<KnownFile> read(std::string_view text) {
    text = without_byte_order_mark(text);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin != text.npos && text[begin] == '{') {
      const bool is_kiss = text.find("\"G_P\"") != text.npos;
      return KnownFile{is_kiss ? "KISS" : "a program that writes JSON", "it begins with '{'", ""};
    }
    while (!text.empty()) {
      ++line_;
      const std::string_view line = trim_cell(take_csv_line(text));
      if (line.empty()) continue;
      if (auto found = line.front() == '#' ? comment(line) : content(line)) return found;
    }
    return by_names();
  }

 private:
  std::string at_this_line(std::string_view line) const {
    return fmt::format("line {} is '{}'", line_, shortened(printable(line), 50));
  }

  /// Recognises heads: "# Stack: PX4 Pro" of QGroundControl, "#NOTE: 7/1/2024 ..." of Mission
  /// Planner, and "# INAV/BOARD 7.1.2 Jul  1 2024 / 10:00:00 (0123abc)" of Cleanflight's
  /// descendants.
  std::optional<KnownFile> comment(std::string_view line) {
    const std::string_view words =
        trim_cell(line.substr(std::min(line.find_first_not_of('#'), line.size())));
    constexpr std::string_view stack = "stack:";
    if (in_lower_case(words.substr(0, stack.size())) == stack) {
      const std::string_view name = trim_cell(words.substr(stack.size()));
      if (in_lower_case(name).starts_with("px4")) {
        return KnownFile{"PX4", at_this_line(line), std::string(px4_kind)};
      }
      return KnownFile{shortened(printable(name), 40), at_this_line(line), ""};
    }
    const std::size_t slash = std::min(words.find('/'), words.size());
    const std::string_view name = trim_cell(words.substr(0, slash));
    const std::string lower = in_lower_case(name);
    const bool is_known = slash < words.size() && starts_like_one(lower, firmwares);
    if (!is_known && !is_version_line(name, words.substr(slash))) return std::nullopt;
    if (lower == "betaflight") {
      return KnownFile{"Betaflight", at_this_line(line), std::string(betaflight_kind)};
    }
    return KnownFile{shortened(printable(name), 40), at_this_line(line), ""};
  }

  /// Whether a line is "NAME" with "/BOARD 1.2.3 Jul  1 2024 / 10:00:00 (0123abc)".
  static bool is_version_line(std::string_view name, std::string_view rest) {
    if (name.empty() || name.size() > 20 || has_digit(name) || rest.empty()) return false;
    const std::size_t slash = rest.find('/', 1), point = rest.find('.');
    return slash != rest.npos && point < slash && is_time_of_day(trim_cell(rest.substr(slash + 1)));
  }

  std::optional<KnownFile> content(std::string_view line) {
    if (!has_content_) {
      has_content_ = true;
      if (is_header_of_stand(line)) {
        return KnownFile{"a thrust stand", at_this_line(line), std::string(bench_kind)};
      }
    }
    ++rows_;
    parameter_or_setting(line);
    return std::nullopt;
  }

  /// Whether a line has column names, one of them a thrust.
  static bool is_header_of_stand(std::string_view line) {
    const std::string lower = in_lower_case(line);
    const bool has_thrust = lower.find("thrust") != lower.npos || lower.find("pull") != lower.npos;
    const bool has_cells = lower.find_first_of(",;\t") != lower.npos;
    const bool has_command = lower.starts_with("set ") || lower.find('=') != lower.npos;
    const std::string_view first = trim_cell(line.substr(0, line.find_first_of(",;\t")));
    return has_thrust && has_cells && !has_command && !parse_double(first);
  }

  void parameter_or_setting(std::string_view line) {
    if (line.starts_with("set ")) return setting(first_name(trim_cell(line.substr(4))));
    std::string_view name = first_name(line);
    if (has_digit(name.substr(0, 1))) {  // ids of vehicle and component come first
      for (int id = 0; id < 2 && !line.empty(); ++id) {
        const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
        line = trim_cell(line.substr(blank));
      }
      name = first_name(line);
    } else if (is_pair(line, name)) {
      ++pairs_;
      if (pair_line_ == 0) pair_line_ = line_;
    }
    if (starts_like_one(name, px4_names)) {
      keep(px4_, name);
    } else if (starts_like_one(name, ardupilot_names)) {
      keep(ardupilot_, name);
    }
  }

  /// Whether a line is "NAME,VALUE" or "NAME VALUE", the name in capitals.
  static bool is_pair(std::string_view line, std::string_view name) {
    const bool is_capitals = std::none_of(name.begin(), name.end(),
                                          [](unsigned char c) { return std::islower(c) != 0; });
    if (name.size() < 3 || !is_capitals || name.size() == line.size()) return false;
    std::string_view rest = trim_cell(line.substr(name.size()));
    if (!rest.empty() && (rest.front() == ',' || rest.front() == '='))
      rest = trim_cell(rest.substr(1));
    return parse_double(rest.substr(0, rest.find_first_of(" \t#"))).has_value();
  }

  struct NamedProgram {
    std::string name;
    std::uint32_t line = 0;
    std::size_t count = 0;
  };
  void keep(NamedProgram& which, std::string_view name) const {
    if (which.count++ == 0) which.name = std::string(name.substr(0, 32)), which.line = line_;
  }

  void setting(std::string_view name) {
    if (starts_like_one(name, inav_names)) keep(inav_, name);
    if (starts_like_one(name, emuflight_names)) keep(emuflight_, name);
    if (starts_like_one(name, rotorflight_names)) keep(rotorflight_, name);
  }

  static KnownFile by_name(const char* of, const NamedProgram& named, std::string_view kind) {
    return {of, fmt::format("line {} has {}", named.line, named.name), std::string(kind)};
  }

  std::optional<KnownFile> by_names() const {
    if (inav_.count > 0) return by_name("INAV", inav_, "");
    if (emuflight_.count > 0) return by_name("EmuFlight", emuflight_, "");
    if (rotorflight_.count > 1) return by_name("Rotorflight", rotorflight_, "");
    if (ardupilot_.count > px4_.count) return by_name("ArduPilot", ardupilot_, "");
    if (2 * pairs_ > rows_) {
      return KnownFile{"Mission Planner or MAVProxy",
                       fmt::format("line {} has a name and a value", pair_line_), ""};
    }
    if (px4_.count > 0) return by_name("PX4", px4_, px4_kind);
    return std::nullopt;
  }

  std::uint32_t line_ = 0, pair_line_ = 0;
  bool has_content_ = false;
  std::size_t rows_ = 0, pairs_ = 0;
  NamedProgram px4_, ardupilot_, inav_, emuflight_, rotorflight_;
};

}  // namespace

void refuse_other_files(const ImportRequest& request, std::string_view kind,
                        std::string_view reads) {
  const std::optional<KnownFile> found = FileHead().read(request.text);
  if (!found || found->kind == kind) return;
  const std::string way_out =
      !found->kind.empty() ? fmt::format("Use: montecopter import {} {}", found->kind, request.file)
      : kind == px4_kind
          ? "Save the parameters of PX4 with QGroundControl: Parameters, Tools, Save to file"
      : kind == betaflight_kind ? "Save the output of `diff all` on Betaflight's command line"
                                : "Save the table as CSV with names and units in its first line";
  throw Error(ExitCode::usage,
              Problem{request.file, fmt::format("this is a file of {}", found->of),
                      fmt::format("{}; {} reads {}", found->by, kind, reads), way_out});
}

}  // namespace montecopter
