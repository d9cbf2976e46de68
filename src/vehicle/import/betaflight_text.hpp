#pragma once
/// What Betaflight's command line prints for `diff` and `diff all`: lines `set NAME = VALUE`, those
/// of a profile behind `profile N`; the last `profile N` is that which is in use. Source:
/// Betaflight, "Command Line Interface (CLI)"; docs/import.md.

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
  std::vector<int> profiles;  ///< with settings, ascending; more than one: others were left out
  /// Lines of `simplified_tuning apply` and `disable`, the last of each; 0: there is none.
  std::uint32_t apply_line = 0, disable_line = 0;
  std::string mixer = "QUADX";
  std::uint32_t mixer_line = 0;
  bool has_own_mixing = false;                        ///< lines mmix
  std::map<std::string, BetaflightSetting> settings;  ///< of the profile in use, and of none
  std::vector<OmittedSetting> other_lines;            ///< that set nothing, and other profiles
};

/// Throws Error(usage) with what is wrong, line by line.
BetaflightText parse_betaflight(std::string_view text, const std::string& file_name);

}  // namespace montecopter
