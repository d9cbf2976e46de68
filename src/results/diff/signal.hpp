#pragma once
/// Compares one signal of two files. compare() calls compare_signal() for every name in the files.
/// It compares the structure first (structure.hpp), or the common content where the structure
/// differs (common.hpp). Then it sets the limits of the values (statistics.hpp, tube.hpp), and
/// reads the values piece by piece from both files into one Tally (values.hpp).

#include "results/diff/compare.hpp"

namespace montecopter::diff {

SignalReport compare_signal(const record::ResultFile& a, const record::ResultFile& b,
                            const std::string& name, const CompareOptions& options,
                            bool has_equal_bytes);

Meaning meaning_of(const record::Dataset& dataset);

}  // namespace montecopter::diff
