#pragma once
/// A result file as CSV tables: one line per sample, or one per sample and output time. Numbers
/// read back the same, and missing values are NaN.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter {

/// Takes a piece of text.
using CsvSink = std::function<void(std::string_view)>;

/// The first line: the names of the result file, or "NAME [UNIT]" where there is a unit.
enum class CsvHeader { names, names_with_units };

/// Writes the columns with one number per sample, in file order; `status` by name. It covers all
/// samples, or the samples in `only` (ascending).
void export_samples(const record::ResultFile& file, const Samples& samples, CsvHeader header,
                    const CsvSink& sink,
                    const std::optional<std::vector<std::int64_t>>& only = std::nullopt);

/// Writes the traces with these rows (positions in `trace_sample`): sample, time, and the
/// components of the chosen signals. A line without any number (the flight has ended) is left out.
void export_traces(const record::ResultFile& file, std::span<const SignalChoice> choices,
                   std::span<const std::int64_t> traces, CsvHeader header, const CsvSink& sink);

}  // namespace montecopter
