#pragma once
/// Why programs in the loop ended flights, from the column `last_words`.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// Number of samples that a warning quotes; the column has the last words of all.
inline constexpr int most_last_words = 3;

/// A warning with the last words of the first flights that a program ended. Empty if no process is
/// in the loop, or if it ended no flight.
std::vector<Problem> last_words_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter
