#pragma once
/// Selection from a result: metrics, signals, times, one point of its sweep. All errors are
/// Error(usage), with all wrong names at once, each with a similar name.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "results/summarise/signals.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// Whether a name ("max_tilt_deg" or "m_max_tilt_deg") or a pattern ("max_*") matches a metric.
bool is_metric_called(const std::string& metric, const std::string& name);

/// Reports a --metric that is not in `known`.
void report_unknown_metric(Diagnostics& problems, const std::string& name,
                           const std::vector<std::string>& known);

/// Keeps the metrics with these names or patterns, in the order of the file.
void select_metrics(Summary& summary, const std::vector<std::string>& names);

/// Refuses a --point for a result without a sweep, or beyond its last point.
Index require_point(bool is_sweep, Index points, std::int64_t point);
/// Keeps one point of a sweep.
void select_point(Summary& summary, std::int64_t point);

/// Signals and components by name ("position", "position.x"), in the order of the file; without
/// names all signals at the output times. They must share one time axis: signals at the output
/// times cannot be combined with readings of a sensor.
std::vector<SignalChoice> choose_signals(const record::ResultFile& file,
                                         const std::vector<std::string>& names);

/// Signals and components by name, each with its own times; all signals without names.
std::vector<SignalChoice> choose_recorded(const record::ResultFile& file,
                                          const std::vector<std::string>& names);

/// The times [s] of signals that share them.
std::vector<double> times_of(const record::ResultFile& file, std::span<const SignalChoice> choices);

/// Indices of the output times nearest to `at` [s], ascending, each once.
std::vector<Index> choose_times(std::span<const double> times, std::span<const double> at);

/// `rows` indices spread evenly over `count` times, including the first and the last; all indices
/// if `count` is not larger.
std::vector<Index> thin_times(Index count, Index rows);

}  // namespace montecopter
