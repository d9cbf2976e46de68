#pragma once
/// Measurement times of the sensors of a pack of samples. Reading `tick` comes out at step tick *
/// every and shows the state `latency` steps earlier, or up to `jitter` steps before that. Lanes
/// may measure it at these steps, from the first to the last.

#include <algorithm>
#include <array>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

class ReadingTimes {
 public:
  /// `traced` means that readings of some lane are stored.
  ReadingTimes(const FlightPlan& plan, bool traced) : plan_(plan), traced_(traced) {}

  void begin(int i) { set(i, 0); }
  /// Advances sensor i to its next reading.
  void advance(int i) { set(i, clocks_[i].tick + 1); }

  std::int64_t tick(int i) const { return clocks_[i].tick; }
  /// The last step at which a lane may measure the reading.
  std::int64_t last(int i) const { return clocks_[i].last; }
  bool is_due(int i, std::int64_t n) const { return clocks_[i].first <= n && n <= clocks_[i].last; }
  /// Whether step n is the first step at which lanes may measure the reading.
  bool is_first(int i, std::int64_t n) const {
    return n == std::max<std::int64_t>(clocks_[i].first, 0);
  }
  /// Whether sensor i will be read again.
  bool goes_on(int i) const { return clocks_[i].last <= plan_.steps; }

  /// The next step after n with work; beyond the end: never.
  std::int64_t next(std::int64_t n) const {
    std::int64_t next = plan_.sensors.times_rotors ? n + 1 : plan_.steps + 1;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      next = std::min(next, std::max(clocks_[i].first, n + 1));
    }
    return next;
  }

 private:
  /// Clock of one sensor: the number of its next reading, and the steps at which lanes may measure
  /// it.
  struct Clock {
    std::int64_t tick, first, last;
  };

  bool is_wanted(int i) const {
    return (traced_ && plan_.sensors.sensors[i].recorded) || plan_.estimator.uses(i) ||
           plan_.control.external.senses.uses(i);
  }

  /// Sets the clock. A reading that would come out after the end is never measured.
  void set(int i, std::int64_t tick) {
    const SensorPlan& s = plan_.sensors.sensors[i];
    const bool comes_out = is_wanted(i) && tick * s.every <= plan_.steps;
    const std::int64_t last = comes_out ? tick * s.every - s.latency : plan_.steps + 1;
    clocks_[i] = {tick, comes_out ? last - s.jitter : last, last};
  }

  const FlightPlan& plan_;
  bool traced_;
  std::array<Clock, max_sensors> clocks_;
};

}  // namespace montecopter
