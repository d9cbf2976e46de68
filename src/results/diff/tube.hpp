#pragma once
/// Signals that switch: a step that comes one sample later is as far off as the step is high, and
/// yet the same. A tube allows a shift in time and a distance in value, both at once.
///
/// The value a_i at t_i agrees if some value b_j with |t_j - t_i| <= tube_s agrees with it within
/// abs, rel, ulp (NaN with NaN). An element i is within the tubes if a_i agrees with some b_j and
/// b_i with some a_j, so that a pulse that only one of them has is found. Values are those stored:
/// nothing is interpolated between them. This is the rectangle (in place of a circle or ellipse)
/// that the comparers of FMI and Modelica lay around each point of a reference.

#include <span>
#include <vector>

#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Adds one component of one trace, times x components, of which element 0 has the index `first`.
/// Agreement is by the tubes; distances are those at equal times.
void add_trace_in_tubes(Tally& tally, std::span<const double> times_s, std::span<const double> a,
                        std::span<const double> b, std::int64_t first, const Tolerance& tolerance,
                        Meaning meaning);

}  // namespace montecopter::diff
