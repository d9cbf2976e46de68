#pragma once
/// Size of a difference against the spread of its signal. compare() sorts signals by it.

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// The largest distance of a signal in standard deviations of its values in `a`, over all samples
/// and times. A signal that hardly varies has its magnitude as its scale. 0 for
/// hashes and equal signals. Very large signals are sampled evenly.
double effect_of(const record::ResultFile& a, const SignalReport& signal);

}  // namespace montecopter::diff
