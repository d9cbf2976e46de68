#pragma once
/// Whether the rotors of closed loops could follow: a loop that is saturated, or in a limit cycle,
/// ends its flights as ok, with metrics that say little about its gains.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// Above this fraction of commands that the rotors could not follow in full, a flight counts as
/// saturated. The first seconds of a step, or a gust, take some hundredths of a flight (up to 0.035
/// in the shipped examples); limit cycles are beyond a limit at most looks.
inline constexpr double saturated_above = 0.2;

/// A warning if more than half of the samples that ended ok, or of those of a sweep point, were
/// saturated. None where nothing follows a trajectory.
std::vector<Problem> saturation_warnings(const record::ResultFile& file, const Samples& samples);

}  // namespace montecopter
