#pragma once
/// Actuator saturation in closed loops: a loop that is saturated or in a limit cycle ends its
/// flights as ok, but the metrics say little about its gains.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// A flight counts as saturated above this fraction of commands that the rotors could not follow in
/// full. The start of a step or a gust takes some hundredths of a flight (up to 0.035 in the
/// shipped examples). A limit cycle is at a limit at most control updates.
inline constexpr double saturated_above = 0.2;

/// A warning if more than half of the samples that ended ok were saturated, over all samples or at
/// a sweep point. Empty if no controller follows a trajectory.
std::vector<Problem> saturation_warnings(const record::ResultFile& file, const Samples& samples);

/// Warnings about speed controllers of electric motors at full duty.
std::vector<Problem> full_duty_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter
