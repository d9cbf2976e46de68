#pragma once
/// Warnings that say the same of several things: one is given in full, the others by name.

#include <string>
#include <vector>

namespace montecopter {

/// Whether two lines "PLACE: warning: ..." differ only in names, numbers and places.
bool are_alike(const std::string& a, const std::string& b);

/// "warning: 3 more like this: imu.gyroscope, ...": lines that are like `first`.
std::string more_like(const std::string& first, const std::vector<std::string>& others);

}  // namespace montecopter
