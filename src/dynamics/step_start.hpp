#pragma once
/// The time at which a step starts, for what begins with one.

namespace montecopter {

/// Factor for the latest time that step n may be meant by t = n h. The step h and the product are
/// rounded to 2^-53 each, so that 444 steps of 1/240 s are a little less than 1.85 s.
inline constexpr double step_start_slack = 1.0 + 0x1p-50;

/// Whether the step that starts at t comes before `start` [s].
template <class S>
auto starts_before(const S& t, const S& start) {
  return t * S(step_start_slack) < start;
}

}  // namespace montecopter
