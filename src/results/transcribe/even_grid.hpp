#pragma once
/// The rows of a recorded signal onto times that come evenly, as a result file has them.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::transcribe {

/// Time k is `start_s` + k / `rate_hz` in the log, and k / `rate_hz` in the file.
struct EvenGrid {
  double start_s = 0, rate_hz = 1;
  std::int64_t times = 0;

  double time_s(std::int64_t k) const { return static_cast<double>(k) / rate_hz; }
};

/// How a value at a time of the grid follows from those that were recorded.
enum class Resampling {
  linear,   ///< between the values before and after it; attitudes are brought to norm 1
  hold,     ///< the last one: what is commanded holds until something else is
  nearest,  ///< the nearest one within half a step: readings with their noise as it is
};

/// "linear", "hold", "nearest".
std::string_view name_of(Resampling resampling);

/// Readings are recognised by their names, "imu.gyroscope", what is commanded from its own.
Resampling resampling_of(const logs::RecordedSignal& signal);

/// [times][components]; NaN where nothing was recorded: before the first value and behind the last,
/// and in gaps (logs::gap_intervals).
std::vector<double> resample(const logs::RecordedSignal& signal, const EvenGrid& grid,
                             Resampling how);

/// Over the whole signal, of which gaps count as full of values; 0 of fewer than two values.
double mean_rate_hz(const logs::RecordedSignal& signal);

/// Times from the signal's first to its last in steps of about its usual interval, so that none is
/// ahead of the clock by more than a part of it.
EvenGrid own_grid(const logs::RecordedSignal& signal, double start_s);

}  // namespace montecopter::transcribe
