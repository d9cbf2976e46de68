#pragma once
/// Statistics of a traced signal over time, across the samples still in flight.

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

/// One number per statistic, in the order of `time_statistics` in vocabulary.hpp.
using TimeRow = std::array<double, time_statistics.size()>;

/// A signal and the components whose statistics are requested.
struct SignalChoice {
  record::TracedSignal signal;
  std::vector<std::size_t> components;  ///< positions in signal.components, ascending
};

/// Rows of the traces of each group: all flown samples, whatever their status.
std::vector<std::vector<std::int64_t>> traces_by_group(const record::ResultFile& file,
                                                       const Samples& samples);

/// Takes the statistics at one output time, one row per component of the choice.
using TakeTime = std::function<void(Index time, std::span<const TimeRow> rows)>;

/// Statistics of a signal across some traces at some output times (indices, ascending). NaN (the
/// flight has ended) does not count. Memory: about 20 MiB for each thread, or one time of all
/// traces if that is more; it does not depend on the number of times.
void summarise_signal(const record::ResultFile& file, const SignalChoice& choice,
                      std::span<const std::int64_t> traces, std::span<const Index> times,
                      const TakeTime& take, int threads = 1);

/// The statistics of numbers at one time, in the order of the traces.
TimeRow summarise_time(std::span<const double> values);

}  // namespace montecopter
