#pragma once
/// Axes in which rows of places may be written.

#include <array>
#include <cstddef>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {

inline constexpr std::array<Choice, 3> row_frames = {{
    {"ENU/FLU", "x east, y north, z up; yaw from east, right-handed about up"},
    {"NWU/FLU", "x north, y west, z up; yaw from north, right-handed about up"},
    {"NED/FRD", "x north, y east, z down; yaw from north, right-handed about down"},
}};

/// Position of a NED axis in a row, and its sign.
struct FromRow {
  std::size_t axis;
  double sign;
};

/// North, east, down and heading.
struct FrameOfRows {
  std::array<FromRow, 4> axes;
  double heading_at_zero;  ///< of yaw 0 [rad]
};

inline FrameOfRows frame_of_rows(std::string_view frame) {
  if (frame == "NED/FRD") return {{{{0, 1}, {1, 1}, {2, 1}, {3, 1}}}, 0.0};
  if (frame == "NWU/FLU") return {{{{0, 1}, {1, -1}, {2, -1}, {3, -1}}}, 0.0};
  return {{{{1, 1}, {0, 1}, {2, -1}, {3, -1}}}, elementary::half_pi_high};
}

}  // namespace montecopter
