#pragma once
/// A part of a log between times at which its clock was set back.

#include <limits>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter {

/// What lies before the one time and behind the other is no part of the same flight: how long it
/// took to come there is not known. The clock is that of all signals, but each has another last row
/// before it was set back and another first one behind.
class LogStretch {
 public:
  /// All of a log.
  LogStretch() = default;
  /// What `time_s` is in. It is behind where the clock was set back as soon as any signal is.
  LogStretch(const std::vector<const logs::RecordedSignal*>& signals, double time_s);

  /// Rows of a signal are in it from here on.
  double from_s(const logs::RecordedSignal& signal) const;
  /// And no row of any signal from here on.
  double before_s() const { return next_.first_s; }

 private:
  /// The clock was set back between `after_s` and `until_s`; rows behind that begin between
  /// `first_s` and `last_s`.
  struct SetBack {
    double after_s, until_s, first_s, last_s;
  };
  static constexpr double ever = std::numeric_limits<double>::infinity();

  static std::vector<SetBack> all_of(const std::vector<const logs::RecordedSignal*>& signals);

  SetBack last_ = {-ever, -ever, -ever, -ever}, next_ = {ever, ever, ever, ever};
};

}  // namespace montecopter
