#pragma once
/// Warnings about the flights of a result that its statistics do not show, in the same words for
/// `run`, `merge` and `stats`.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter::cli {

/// Warnings of saturated loops, flights ended by programs, samples that cannot fly, empty
/// batteries, and touchdowns that count as failures.
std::vector<Problem> flight_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter::cli
