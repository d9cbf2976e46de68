#pragma once
/// Resamples a recorded signal to evenly spaced times, as in a result file.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::transcribe {

/// Grid of times: time k is `start_s` + k / `rate_hz` in the log, and k / `rate_hz` in the file.
struct EvenGrid {
  double start_s = 0, rate_hz = 1;
  std::int64_t times = 0;

  double time_s(std::int64_t k) const { return static_cast<double>(k) / rate_hz; }
};

/// How a value on the grid follows from recorded values.
enum class Resampling {
  linear,   ///< interpolated between the values before and after; attitudes are normalised
  hold,     ///< the last value, for commands: a command holds until the next one
  nearest,  ///< the nearest value within half a step, for readings: their noise is kept
};

/// "linear", "hold", "nearest".
std::string_view name_of(Resampling resampling);

/// The method for a signal: readings ("imu.gyroscope") and commands are recognised by name.
Resampling resampling_of(const logs::RecordedSignal& signal);

/// Values on the grid, [times][components]; NaN where nothing was recorded: before the first value,
/// after the last, and in gaps (logs::gap_intervals).
std::vector<double> resample(const logs::RecordedSignal& signal, const EvenGrid& grid,
                             Resampling how);

/// Mean rate over the whole signal, with gaps counted as filled; 0 for fewer than two values.
double mean_rate_hz(const logs::RecordedSignal& signal);

/// Times from the first to the last of a signal, in steps of about its usual interval. The steps
/// are adjusted so that no time leads the clock by more than a part of an interval.
EvenGrid own_grid(const logs::RecordedSignal& signal, double start_s);

}  // namespace montecopter::transcribe
