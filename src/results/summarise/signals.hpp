#pragma once
/// Statistics of a traced signal over time, across the samples that still fly.

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "plan/vocabulary.hpp"
#include "record/signals.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// In the order of vocabulary.hpp's `time_statistics`.
using TimeRow = std::array<double, time_statistics.size()>;

/// The signals and components that statistics are asked of.
struct SignalChoice {
  record::TracedSignal signal;
  std::vector<std::size_t> components;  ///< positions in signal.components, ascending
};

/// Rows of the traces of each group: those of samples that were flown, whatever their end.
std::vector<std::vector<std::int64_t>> traces_by_group(const record::ResultFile& file,
                                                       const Samples& samples);

/// Takes the statistics at one output time, one row per component of the choice.
using TakeTime = std::function<void(std::int64_t time, std::span<const TimeRow> rows)>;

/// Statistics of a signal across some traces at some output times (indices, ascending). Numbers
/// that are NaN (the flight has ended) do not count. Memory: some 20 MiB for each thread, or one
/// time of all traces if that is more, whatever the number of times is.
void summarise_signal(const record::ResultFile& file, const SignalChoice& choice,
                      std::span<const std::int64_t> traces, std::span<const std::int64_t> times,
                      const TakeTime& take, int threads = 1);

/// The statistics of numbers at one time, in the order of the traces.
TimeRow summarise_time(std::span<const double> values);

}  // namespace montecopter
