#pragma once
/// What is asked of a result: some of its metrics, signals, times, one point of its sweep. All
/// errors are Error(usage), all wrong names at once, each with a near name.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "results/summarise/signals.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// Whether a name ("max_tilt_deg" or "m_max_tilt_deg") or a pattern ("max_*") is that of a metric.
bool is_metric_called(const std::string& metric, const std::string& name);

/// Reports a --metric that none of `known` is called.
void report_unknown_metric(Diagnostics& problems, const std::string& name,
                           const std::vector<std::string>& known);

/// Keeps the metrics of these names or patterns, in the order of the file.
void select_metrics(Summary& summary, const std::vector<std::string>& names);

/// Refuses a point (--point) of a result that has no sweep, or only so many points.
void require_point(bool is_sweep, std::size_t points, std::int64_t point);
/// Keeps one point of a sweep.
void select_point(Summary& summary, std::int64_t point);

/// Signals and components by name ("position", "position.x"), in the order of the file; without
/// names all that have the output times. They share one axis of times: signals at the output times
/// and readings of a sensor do not go together.
std::vector<SignalChoice> choose_signals(const record::ResultFile& file,
                                         const std::vector<std::string>& names);

/// The same of any times: what has each its own. Without names all that there is.
std::vector<SignalChoice> choose_recorded(const record::ResultFile& file,
                                          const std::vector<std::string>& names);

/// The times [s] of signals that share them.
std::vector<double> times_of(const record::ResultFile& file, std::span<const SignalChoice> choices);

/// Indices of the output times nearest to `at` [s], ascending, each once.
std::vector<std::int64_t> choose_times(std::span<const double> times, std::span<const double> at);

/// `rows` indices spread evenly over `count` times, the first and the last among them; all of them
/// if there are no more.
std::vector<std::int64_t> thin_times(std::int64_t count, std::int64_t rows);

}  // namespace montecopter
