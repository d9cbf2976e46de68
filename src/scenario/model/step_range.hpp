#pragma once
/// Parts of a flight in steps, as scenario, plan and kernels share them.

#include <cstddef>
#include <cstdint>

namespace montecopter {

/// Largest number of windows of a flight.
inline constexpr std::size_t max_windows = 8;

/// Rows of the traces, first to end - 1.
struct TraceRows {
  std::int64_t first = 0, end = 0;

  bool contains(std::int64_t row) const { return first <= row && row < end; }
};

/// Steps first to last, both included.
struct StepRange {
  std::int64_t first = 0, last = -1;

  bool contains(std::int64_t step) const { return first <= step && step <= last; }

  /// Rows within these steps; row k is at step k `output_every`.
  TraceRows rows(std::int64_t output_every) const {
    return {(first + output_every - 1) / output_every, last / output_every + 1};
  }
};

}  // namespace montecopter
