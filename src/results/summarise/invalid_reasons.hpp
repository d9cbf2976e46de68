#pragma once
/// Why samples with status `invalid_input` were not flown, from the column `invalid_reason`.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// Names of the codes of the column, from 0 on.
std::vector<std::string> reason_names(const record::Dataset& column);

/// Why a row was not flown, with its drawn inputs. A `problem` that is not empty replaces the
/// shorter reason in the file.
std::string invalid_reason_text(const record::ResultFile& file, std::int64_t row,
                                const std::string& problem = "");

/// A warning with every reason, its number of samples, and the first sample with its drawn inputs.
/// Empty if all samples were flown, or if the version that wrote the file did not store reasons.
std::vector<Problem> invalid_reason_warnings(const record::ResultFile& file,
                                             const Samples& samples);

}  // namespace montecopter
