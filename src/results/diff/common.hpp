#pragma once
/// What two datasets hold in common whose structure differs, as results of two versions of the
/// program do: statistics by their names, codes by what they mean. compare_signal() calls it where
/// unlikeness() (structure.hpp) has found a reason.

#include <string>

#include "record/reader.hpp"
#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Compares it, adds it to `tally` and says the outcome: "of the 10 statistics that both have 1
/// differs, mean: 0.5 against 0.6"; empty if nothing is in common.
std::string compare_common(const record::ResultFile& file_a, const record::Dataset& a,
                           const record::ResultFile& file_b, const record::Dataset& b,
                           const Tolerance& tolerance, Tally& tally);

/// What the elements of a row are called; empty if it is no row of statistics.
std::vector<std::string> statistic_names(const record::ResultFile& file,
                                         const record::Dataset& dataset);

}  // namespace montecopter::diff
