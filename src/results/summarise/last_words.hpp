#pragma once
/// Why programs in the loop ended flights: what the column `last_words` says.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// Samples that a warning names; the column has those of all.
inline constexpr int most_last_words = 3;

/// A warning with the last words of the first samples that a program has ended. None where no
/// process is in the loop, or all flights went well.
std::vector<Problem> last_words_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter
