#pragma once
/// How the samples of a result ended, in words.

#include <cstdint>
#include <string>

#include "results/summarise/summary.hpp"

namespace montecopter::report {

/// "1000 samples, 998 ok, 2 diverged", and what is missing.
std::string counts_of(const Summary& summary);

/// Samples that took off: without those that were not run or cannot fly.
std::int64_t flights(const Summary& summary);
/// Flights that did not end ok.
std::int64_t failed_flights(const Summary& summary);

}  // namespace montecopter::report
