#pragma once
/// The traced signals of a result file: names of their components, and their values.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/index.hpp"
#include "record/reader.hpp"

namespace montecopter::record {

/// A dataset (trace_sample, times, ...), whose further dimensions form one list of components. Its
/// times are the outputs, or a sensor's own times.
struct TracedSignal {
  const Dataset* dataset = nullptr;     ///< lives as long as the file
  std::vector<std::string> components;  ///< "x", "y", "z"; "0", "1", ...; one "" for a scalar

  const std::string& name() const { return dataset->name; }
  Index width() const { return components.size(); }
  std::int64_t times() const { return dataset->shape[1]; }
  /// Element of the dataset at which a time of a trace begins.
  std::int64_t element_at(std::int64_t trace, std::int64_t time) const {
    return (trace * times() + time) * std::ssize(components);
  }
  /// Name of the dataset of its times: "time", "imu0.gyroscope.time".
  const std::string& time_axis() const { return dataset->dims[1]; }
  /// "position.x"; "name" for a scalar.
  std::string full_name(std::size_t component) const;
};

/// All traced signals in file order; empty without traces. Throws Error(refused) if one does not
/// match its times.
std::vector<TracedSignal> traced_signals(const ResultFile& file);

/// Values of the times [first, first + count) of row `trace`, [count][components].
std::vector<double> read_trace(const ResultFile& file, const TracedSignal& signal,
                               std::int64_t trace, std::int64_t first, std::int64_t count);

/// Names of the elements of a dimension: the words of its scale's long_name ("x, y, z") if there is
/// one word for each, else their indices.
std::vector<std::string> element_names(const ResultFile& file, const std::string& dimension,
                                       std::int64_t size);

}  // namespace montecopter::record
