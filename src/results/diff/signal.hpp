#pragma once
/// One signal of two files. compare() calls compare_signal() for every name that the files have. In
/// this order: the structure (structure.hpp; where it differs, what is in common, common.hpp), the
/// limits of the values (statistics.hpp, tube.hpp), then the values, read piece by piece from both
/// files into one Tally (values.hpp).

#include "results/diff/compare.hpp"

namespace montecopter::diff {

SignalReport compare_signal(const record::ResultFile& a, const record::ResultFile& b,
                            const std::string& name, const CompareOptions& options,
                            bool has_equal_bytes);

Meaning meaning_of(const record::Dataset& dataset);

}  // namespace montecopter::diff
