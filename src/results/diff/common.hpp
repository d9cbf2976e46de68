#pragma once
/// Compares the common content of two datasets with different structure, as in results of two
/// versions of the program: statistics by their names, codes by their meanings. Called by
/// compare_signal() if unlikeness() (structure.hpp) has found a reason.

#include <string>

#include "record/reader.hpp"
#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Compares the common content, adds it to `tally` and returns the outcome: "1 of the 10 common
/// statistics differ, the first mean: 0.5 against 0.6"; empty if nothing is in common.
std::string compare_common(const record::ResultFile& file_a, const record::Dataset& a,
                           const record::ResultFile& file_b, const record::Dataset& b,
                           const Tolerance& tolerance, Tally& tally);

/// Names of the elements of a row; empty if it is not a row of statistics.
std::vector<std::string> statistic_names(const record::ResultFile& file,
                                         const record::Dataset& dataset);

}  // namespace montecopter::diff
