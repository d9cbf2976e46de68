#pragma once
/// Explains how a difference develops over time. compare() calls explain_growth() after comparing
/// each signal, and find_moved_first() once, at the end.

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Adds to a signal over time the growth of its difference in the sample where it is largest;
/// round-off has no growth.
void explain_growth(const record::ResultFile& a, const record::ResultFile& b, SignalReport& signal);

/// The signals over time that are unequal first, within the tolerance or not: they are nearest to
/// the cause. nullopt if all are equal.
std::optional<MovedFirst> find_moved_first(const std::vector<SignalReport>& signals);

}  // namespace montecopter::diff
