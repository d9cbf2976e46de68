#pragma once
/// The version of PX4 that a parameter file is from, which decides what its filters are.

#include <string>
#include <string_view>

#include "vehicle/import/parameter_file.hpp"

namespace montecopter {

struct Px4Version {
  int number = 0;            ///< 100 major + minor: 116 of 1.16
  std::string text;          ///< "1.16.1"; empty: the file does not say it
  const char* because = "";  ///< what it was told by, where the file does not say it
};

/// By the comment "# Version: 1.16.1" that QGroundControl writes, or else by the parameters: each
/// version has some of its own.
Px4Version px4_version(std::string_view text, const ParameterFile& file);

}  // namespace montecopter
