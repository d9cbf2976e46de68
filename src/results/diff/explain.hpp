#pragma once
/// What a difference looks like over time. compare() calls explain_growth() for each signal when it
/// has been compared, and find_moved_first() once, at the end.

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Adds to signals over time how their difference grows in the sample where it is largest;
/// round-off has no growth.
void explain_growth(const record::ResultFile& a, const record::ResultFile& b, SignalReport& signal);

/// Which signals over time are unequal first, within the tolerance or not: what moves first is
/// nearest to the cause. nullopt if none is.
std::optional<MovedFirst> find_moved_first(const std::vector<SignalReport>& signals);

}  // namespace montecopter::diff
