#pragma once
/// Finds where a condition that changes once changes, to the last bit. It only halves, so that the
/// answer is the same on every machine.

#include <cstddef>

namespace montecopter::statistics {

/// Neighbouring numbers on both sides of the change.
struct Change {
  double before, after;
};

/// The change of `holds` from true to false between low, where it is taken to hold, and high, where
/// it is taken not to.
template <class Condition>
Change find_change(double low, double high, const Condition& holds) {
  while (true) {
    const double middle = low + 0.5 * (high - low);
    if (!(low < middle && middle < high)) return {low, high};
    (holds(middle) ? low : high) = middle;
  }
}

template <class Condition>
double last_true(double low, double high, const Condition& holds) {
  return find_change(low, high, holds).before;
}
template <class Condition>
double first_false(double low, double high, const Condition& holds) {
  return find_change(low, high, holds).after;
}

/// The smallest whole number above `low` and up to `high` that satisfies a condition which holds
/// from there on; `low` is taken not to satisfy it, `high` to do so.
template <class Condition>
std::size_t first_count(std::size_t low, std::size_t high, const Condition& holds) {
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

/// As above without a known upper end: tries low + 1, low + 2, low + 4, ... up to `most`, and
/// returns 0 if that does not satisfy the condition.
template <class Condition>
std::size_t first_count_up_to(std::size_t low, std::size_t most, const Condition& holds) {
  std::size_t step = 1, known = low;
  while (low < most) {
    const std::size_t next = step < most - low ? low + step : most;
    if (holds(next)) return first_count(known, next, holds);
    if (next == most) return 0;
    known = next;
    step *= 2;
  }
  return 0;
}

}  // namespace montecopter::statistics
