#pragma once
/// Why samples with status `invalid_input` were not flown: what the column `invalid_reason` says.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// What the codes of the column are called, from 0 on.
std::vector<std::string> reason_names(const record::Dataset& column);

/// Why a row was not flown, with the numbers that were drawn for it. `problem` says more of the
/// reason than the file does, if it is not empty.
std::string invalid_reason_text(const record::ResultFile& file, std::int64_t row,
                                const std::string& problem = "");

/// A warning with every reason, how many samples have it, and the first of them with what was drawn
/// for it. None where all
/// samples were flown, and none for a file of a version that did not store reasons.
std::vector<Problem> invalid_reason_warnings(const record::ResultFile& file,
                                             const Samples& samples);

}  // namespace montecopter
