#pragma once
/// Output of Betaflight's `diff` and `diff all`: lines `set NAME = VALUE`. Settings of a profile
/// follow `profile N`; the last `profile N` is in use. Source: Betaflight, "Command Line Interface
/// (CLI)"; docs/import.md.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BetaflightSetting {
  std::string value;
  std::uint32_t line = 0;
};

struct BetaflightText {
  std::string version;        ///< "4.5.1"; empty: not said
  int profile = -1;           ///< in use; -1: none was selected
  std::vector<int> profiles;  ///< with settings, ascending; others than `profile` were left out
  /// Last lines of `simplified_tuning apply` and `disable`; 0: there is none.
  std::uint32_t apply_line = 0, disable_line = 0;
  std::string mixer = "QUADX";
  std::uint32_t mixer_line = 0;
  bool has_own_mixing = false;                        ///< lines with mmix
  std::map<std::string, BetaflightSetting> settings;  ///< of the profile in use, and of no profile
  /// lines that set nothing, and other profiles
  std::vector<OmittedSetting> other_lines;
};

/// Throws Error(usage) with the faults, line by line.
BetaflightText parse_betaflight(std::string_view text, const std::string& file_name);

}  // namespace montecopter
