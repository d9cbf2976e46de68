#pragma once
/// Ranges in which every derivative of a trajectory is finite at any time of a flight.

#include "core/fields/fields.hpp"

namespace montecopter {

inline constexpr Range path_position = between(-1e7, 1e7);      ///< [m]
inline constexpr Range path_extent = between(0, 1e7);           ///< [m]
inline constexpr Range path_speed = between(-1e5, 1e5);         ///< [m/s]
inline constexpr Range path_angle = between(-1e3, 1e3);         ///< [rad]
inline constexpr Range path_rate = between(-1e3, 1e3);          ///< [rad/s]
inline constexpr Range path_time = between(0, 1e7);             ///< [s]
inline constexpr Range path_limit = {1e-6, 1e6, false, false};  ///< [m/s] or [m/s2]

}  // namespace montecopter
