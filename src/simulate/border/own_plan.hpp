#pragma once
/// What the kernels know of a controller of the user's own: plain data. Its functions are called
/// through pointers, for one lane at a time.

#include <array>
#include <cstdint>

#include "dynamics/controllers/library.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "simulate/border/montecopter_controller.h"

namespace montecopter {

static_assert(MONTECOPTER_MOST_COMMANDS == max_rotors);
static_assert(MONTECOPTER_MOST_PARAMETERS == most_own_parameters);

/// Where a parameter of the library comes from.
struct OwnParameter {
  int given = -1;          ///< its place among the names of the scenario; -1: it is not given
  double otherwise = 0.0;  ///< what it is then
};

struct OwnPlan {
  const montecopter_controller* controller = nullptr;  ///< null: none is loaded
  std::array<OwnParameter, most_own_parameters> parameters{};

  bool is_there() const { return controller != nullptr; }
  bool commands_wrench() const { return controller->commanded == MONTECOPTER_WRENCH; }

  /// Bytes between the memories of two lanes: they are aligned to cache lines.
  static constexpr int alignment = 64;
  int lane_bytes() const {
    const int bytes = static_cast<int>(controller->memory_bytes);
    return (bytes + alignment - 1) / alignment * alignment;
  }
  /// Packs of the flight's memory that hold those of all lanes, and room to align the first.
  int memory() const {
    if (!is_there()) return 0;
    return (lane_bytes() + alignment) / static_cast<int>(sizeof(double));
  }
};

}  // namespace montecopter
