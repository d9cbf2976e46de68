#pragma once
/// PX4 version of a parameter file, which determines its filters.

#include <string>
#include <string_view>

#include "vehicle/import/parameter_file.hpp"

namespace montecopter {

struct Px4Version {
  int number = 0;            ///< 100 major + minor: 116 for 1.16
  std::string text;          ///< "1.16.1"; empty: the file does not say it
  const char* because = "";  ///< evidence, if the file does not state its version
};

/// Finds the version by the comment "# Version: 1.16.1" that QGroundControl writes, or else by the
/// parameters that only some versions have.
Px4Version px4_version(std::string_view text, const ParameterFile& file);

}  // namespace montecopter
