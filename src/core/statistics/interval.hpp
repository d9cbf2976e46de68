#pragma once
/// Bounds of a number from both sides.

namespace montecopter::statistics {

/// The numbers from low to high, in the unit of the bounded number.
struct Interval {
  double low = 0, high = 0;
};

}  // namespace montecopter::statistics
