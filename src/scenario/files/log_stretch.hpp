#pragma once
/// A part of a log between times at which its clock was set back.

#include <limits>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter {

/// Rows before the first time and after the second are not part of the same flight, because the
/// elapsed time is unknown. All signals share the clock, but each has its own last row before and
/// first row after the clock was set back.
class LogStretch {
 public:
  /// The whole log.
  LogStretch() = default;
  /// The stretch that contains `time_s`. It begins after the clock was set back, as soon as any
  /// signal has a row there.
  LogStretch(const std::vector<const logs::RecordedSignal*>& signals, double time_s);

  /// Time from which rows of a signal belong to the stretch.
  double from_s(const logs::RecordedSignal& signal) const;
  /// Time from which no row of any signal belongs to the stretch.
  double before_s() const { return next_.first_s; }

 private:
  /// A reset of the clock between `after_s` and `until_s`; the rows after it begin between
  /// `first_s` and `last_s`.
  struct SetBack {
    double after_s, until_s, first_s, last_s;
  };
  static constexpr double ever = std::numeric_limits<double>::infinity();

  static std::vector<SetBack> all_of(const std::vector<const logs::RecordedSignal*>& signals);

  SetBack last_ = {-ever, -ever, -ever, -ever}, next_ = {ever, ever, ever, ever};
};

}  // namespace montecopter
