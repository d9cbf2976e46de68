#pragma once
/// What the flights of a result show that its statistics do not: `run`, `merge` and `stats` warn of
/// it in the same words.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter::cli {

/// Saturated loops, flights that programs ended, samples that cannot fly, empty batteries, and
/// touchdowns that count as failures.
std::vector<Problem> flight_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter::cli
