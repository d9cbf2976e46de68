#include "scenario/files/log_stretch.hpp"

#include <algorithm>
#include <iterator>

namespace montecopter {

/// Joins jumps of several signals that may be the same jump. The last row of a signal before the
/// jump is less than a usual interval away.
std::vector<LogStretch::SetBack> LogStretch::all_of(
    const std::vector<const logs::RecordedSignal*>& signals) {
  std::vector<SetBack> each, all;
  for (const logs::RecordedSignal* signal : signals) {
    const double usual_s = 1 / logs::time_quality(*signal).rate_hz;
    for (const double jump_s : signal->jumps_s) {
      const auto row = std::lower_bound(signal->time_s.begin(), signal->time_s.end(), jump_s);
      const double before_s = *std::prev(row);
      each.push_back({before_s, std::max(jump_s, before_s + usual_s), jump_s, jump_s});
    }
  }
  std::sort(each.begin(), each.end(),
            [](const SetBack& a, const SetBack& b) { return a.after_s < b.after_s; });
  for (const SetBack& next : each) {
    if (all.empty() || next.after_s >= all.back().until_s) {
      all.push_back(next);
      continue;
    }
    SetBack& one = all.back();
    one.until_s = std::max(one.until_s, next.until_s);
    one.first_s = std::min(one.first_s, next.first_s);
    one.last_s = std::max(one.last_s, next.last_s);
  }
  return all;
}

LogStretch::LogStretch(const std::vector<const logs::RecordedSignal*>& signals, double time_s) {
  for (const SetBack& set_back : all_of(signals)) {
    if (set_back.first_s > time_s) {
      next_ = set_back;
      return;
    }
    last_ = set_back;
  }
}

/// A slow signal may have no jump of its own: its rows count from the common start.
double LogStretch::from_s(const logs::RecordedSignal& signal) const {
  double from_s = last_.last_s;
  for (const double jump_s : signal.jumps_s) {
    if (jump_s >= last_.first_s && jump_s <= last_.last_s) from_s = jump_s;
  }
  return from_s;
}

}  // namespace montecopter
