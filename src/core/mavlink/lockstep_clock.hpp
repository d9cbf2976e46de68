#pragma once
/// The times of the firmware's inputs, and the input to which an answer belongs.
///
/// PX4 stamps its answers with its own clock, which begins with the first time that it receives
/// (platforms/posix, px4_timestart_monotonic); older versions add that first time
/// again. The first time here is half a period, so that the two never coincide: an answer to any
/// earlier question is never taken for one to the last.

#include <cmath>
#include <cstdint>

namespace montecopter::mavlink {

enum class AnswerTime {
  now,      ///< to what was sent last
  earlier,  ///< it has come twice, or is late
  ahead,    ///< to what was not sent
};

class LockstepClock {
 public:
  explicit LockstepClock(double rate_hz)
      : period_us_(1e6 / rate_hz),
        first_us_(static_cast<std::uint64_t>(std::llround(period_us_ / 2))) {}

  /// Time of question number n, from 0 [us].
  std::uint64_t time_us(std::int64_t n) const {
    return first_us_ +
           static_cast<std::uint64_t>(std::llround(static_cast<double>(n) * period_us_));
  }

  /// Whether an answer of this time belongs to question number n.
  AnswerTime answers(std::int64_t n, std::uint64_t stamp_us) const {
    const std::uint64_t asked_us = time_us(n);
    if (stamp_us == asked_us || stamp_us == asked_us - first_us_) return AnswerTime::now;
    return stamp_us < asked_us ? AnswerTime::earlier : AnswerTime::ahead;
  }

 private:
  double period_us_;
  std::uint64_t first_us_;
};

}  // namespace montecopter::mavlink
