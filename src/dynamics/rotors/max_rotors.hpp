#pragma once

#include <cstddef>

namespace montecopter {

/// Rotors of one multirotor.
inline constexpr std::size_t max_rotors = 16;

}  // namespace montecopter
