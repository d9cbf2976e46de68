#pragma once
/// Why samples with status `invalid_input` were not flown: what the column `invalid_reason` says.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// What the codes of the column are called, from 0 on.
std::vector<std::string> reason_names(const record::Dataset& column);

/// A warning with every reason, how many samples have it, and the first of them. None where all
/// samples were flown, and none for a file of a version that did not store reasons.
std::vector<Problem> invalid_reason_warnings(const record::ResultFile& file,
                                             const Samples& samples);

}  // namespace montecopter
