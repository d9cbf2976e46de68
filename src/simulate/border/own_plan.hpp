#pragma once
/// What the kernels know of a program of the user's in the loop: plain data. Its functions are
/// called through pointers, for one lane at a time. Where a library answers them, they are its own;
/// behind others there is a process, of which a kernel knows nothing.

#include <array>
#include <cstddef>
#include <cstdint>

#include "dynamics/controllers/program.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/montecopter_controller.h"

namespace montecopter {

static_assert(MONTECOPTER_MOST_COMMANDS == max_rotors);
static_assert(MONTECOPTER_MOST_PARAMETERS == most_own_parameters);

/// A flight, as a program's functions are told of it.
struct OwnLane {
  void* memory;          ///< of this flight; zero before start()
  std::uint64_t sample;  ///< counter of its random draws
  char* last_words;      ///< [last_words_bytes] why it failed, zero until then; null: not wanted
};

/// What answers for a program. start() comes before the first update(), and finish() after all
/// where start() was called. The first two return 0, or another number where the flight ends.
struct OwnFunctions {
  int (*start)(const void* program, const OwnLane& lane, const montecopter_vehicle& vehicle,
               const double* parameters, const montecopter_input& first);
  int (*update)(const void* program, const OwnLane& lane, const montecopter_input& input,
                double* commands);
  void (*finish)(const void* program, const OwnLane& lane);
};

/// Where a parameter of the program comes from.
struct OwnParameter {
  int given = -1;          ///< its place among the names of the scenario; -1: it is not given
  double otherwise = 0.0;  ///< what it is then
};

struct OwnPlan {
  const void* program = nullptr;  ///< of the functions; null: none is loaded
  OwnFunctions functions{};
  int memory_bytes = 0;         ///< of a flight
  bool commands_wrench = true;  ///< else one command per rotor
  std::size_t parameter_count = 0;
  std::array<OwnParameter, most_own_parameters> parameters{};

  bool is_there() const { return program != nullptr; }

  /// Bytes between the memories of two lanes: they are aligned to cache lines.
  static constexpr int alignment = 64;
  int lane_bytes() const { return (memory_bytes + alignment - 1) / alignment * alignment; }
  /// Packs of the flight's memory that hold those of all lanes, and room to align the first.
  int memory() const {
    if (!is_there()) return 0;
    return (lane_bytes() + alignment) / static_cast<int>(sizeof(double));
  }
};

}  // namespace montecopter
