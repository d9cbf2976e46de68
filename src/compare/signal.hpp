#pragma once
/// One signal of two files: structure, then values.

#include "compare/compare.hpp"

namespace montecopter::compare {

SignalReport compare_signal(const record::ResultFile& a, const record::ResultFile& b,
                            const std::string& name, const CompareOptions& options,
                            bool has_equal_bytes);

Meaning meaning_of(const record::Dataset& dataset);

}  // namespace montecopter::compare
