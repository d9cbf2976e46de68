#pragma once
/// Tubes for signals that switch: a step one sample later differs by its full height, although it
/// is the same step. A tube allows a shift in time and a distance in value at the same time.
///
/// The value a_i at t_i agrees if some value b_j with |t_j - t_i| <= tube_s agrees with it within
/// abs, rel, ulp (NaN with NaN). An element i is within the tubes if a_i agrees with some b_j and
/// b_i with some a_j, so that a pulse in only one signal is found. Stored values are compared
/// without interpolation. Comparison tools of FMI and Modelica use the same rectangle (in place of
/// a circle or ellipse) around each point of a reference.

#include <span>
#include <vector>

#include "results/diff/options.hpp"
#include "results/diff/values.hpp"

namespace montecopter::diff {

/// Adds one component of one trace (times x components), whose element 0 has the index `first`.
/// Agreement is by the tubes; distances are taken at equal times.
void add_trace_in_tubes(Tally& tally, std::span<const double> times_s, std::span<const double> a,
                        std::span<const double> b, std::int64_t first, const Tolerance& tolerance,
                        Meaning meaning);

}  // namespace montecopter::diff
