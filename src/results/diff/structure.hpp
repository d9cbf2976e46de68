#pragma once
/// Structure that two datasets must share before their values can be compared. compare() lists the
/// signals by it, and compare_signal() begins with it; it reads no values.

#include <string>
#include <vector>

#include "record/reader.hpp"

namespace montecopter::diff {

/// Datasets of both files that carry values, in file order: everything in the root group except
/// dimensions without coordinates, whose sizes are part of the shapes.
std::vector<std::string> signal_names(const record::ResultFile& a, const record::ResultFile& b);

/// Why two signals cannot be the same, before any value is read: element type, shape, dimensions,
/// names of their elements, unit, frame, codes, grid. Empty if they can.
std::string unlikeness(const record::ResultFile& file_a, const record::Dataset& a,
                       const record::ResultFile& file_b, const record::Dataset& b);

}  // namespace montecopter::diff
