#pragma once
/// Parts of a flight in steps, as scenario, plan and kernels share them.

#include <cstddef>
#include <cstdint>

namespace montecopter {

/// Windows of one flight.
inline constexpr std::size_t max_windows = 8;

/// Steps first to last, both included.
struct StepRange {
  std::int64_t first = 0, last = -1;

  bool contains(std::int64_t step) const { return first <= step && step <= last; }
};

}  // namespace montecopter
