#pragma once
/// Values of signals with common times, row by row; several such topics are merged in the order of
/// time.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter {

/// Signals with common times. A row has all components of the first signal, then of the next.
struct TopicSource {
  std::vector<SignalChoice> signals;
  std::vector<double> times_s;
  std::vector<std::size_t> columns;  ///< columns of a row that are written
};

/// The times of a topic as ticks of a clock, rounded to the nearest. Error(refused) if one is
/// negative or two fall on one tick.
std::vector<std::uint64_t> ticks_of(const record::ResultFile& file, const TopicSource& topic,
                                    double ticks_per_s);

/// Takes a row of a topic; `time` is the index of its time.
using TakeRow =
    std::function<void(std::size_t topic, std::size_t time, std::span<const double> row)>;

/// Passes on the rows of all topics by time; at equal times in the order of the topics. A row
/// without a number (the flight has ended) is left out. Holds some megabytes of the file at a time.
void take_rows(const record::ResultFile& file, std::int64_t trace,
               std::span<const TopicSource> topics, const TakeRow& take);

}  // namespace montecopter
