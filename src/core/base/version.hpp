#pragma once

namespace montecopter {

/// Version of the program; CMake passes the project's version.
inline constexpr const char* version = MONTECOPTER_VERSION;

}  // namespace montecopter
