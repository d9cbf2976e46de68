#pragma once
/// Numbers that stand for what is not known (nan) or has no bound (infinity).

#include <limits>

namespace montecopter::statistics {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace montecopter::statistics
