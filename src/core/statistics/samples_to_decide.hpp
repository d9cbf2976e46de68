#pragma once
/// Number of samples that would decide a claim that is undecided so far: a forecast for planning
/// the next campaign. It is no promise, because the observed fraction is itself uncertain. A
/// campaign that goes on until a claim is decided needs a sequential test. For display.

#include <cstddef>

#include "core/statistics/claim.hpp"

namespace montecopter::statistics {

/// Forecasts go no further.
inline constexpr std::size_t most_samples = 1'000'000'000'000;

/// The smallest total N > n for which N k/n events, rounded to the nearest whole number (half up),
/// decide the claim. It is 0 if there is none up to most_samples, as when k/n is the bound itself.
/// Since the events are whole, a little more than N samples may be undecided again.
std::size_t samples_to_decide(const ProportionClaim& claim, std::size_t k, std::size_t n);

/// The smallest total N > n for which the bounds by Student's t decide, mean and standard deviation
/// being what they are; 0 if there is none up to most_samples.
std::size_t samples_to_decide(const MeanClaim& claim, const MeanSummary& values);

}  // namespace montecopter::statistics
