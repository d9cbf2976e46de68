#pragma once
/// What bounds a number from both sides.

namespace montecopter::statistics {

/// The numbers from low to high, in the unit of what they bound.
struct Interval {
  double low = 0, high = 0;
};

}  // namespace montecopter::statistics
