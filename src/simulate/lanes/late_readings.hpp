#pragma once
/// Delay lines between sensors and estimator, one ring of readings per sensor. A reading is
/// delivered when its latency has passed and the delayed fusion horizon has reached its time
/// (DelayLine::wait). It is lost if the flight has ended by then.

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  /// `memory` points to the packs of the estimator's memory.
  LateReadings(const FlightPlan& plan, S* memory) : plan_(plan), memory_(memory) {}

  /// Takes a reading just measured, in the lanes that have it. Returns false if it does not have to
  /// wait.
  bool take(int sensor, std::int64_t tick, const S* y, const Mask& present) {
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      if (line.sensor != sensor || line.depth == 0) continue;
      S* slot = place(line, tick);
      for (int k = 0; k < line.numbers; ++k) slot[k] = select(present, y[k], S(nothing_to_read));
      return true;
    }
    return false;
  }

  /// Calls receive(sensor, y) for each reading that is due at step n. A reading measured later in
  /// this step may overwrite its place.
  template <class Receive>
  void hand_out(std::int64_t n, Receive receive) {
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      if (line.depth == 0) continue;
      const SensorPlan& s = plan_.sensors.sensors[line.sensor];
      const std::int64_t out = n - line.wait;  // when it came out of the sensor
      if (s.comes_out(out)) receive(line.sensor, place(line, out / s.every));
    }
  }

  /// The step after n at which the next reading is delivered.
  std::int64_t next(std::int64_t n) const {
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      if (line.depth == 0) continue;
      const std::int64_t out = plan_.sensors.sensors[line.sensor].next_out(n - line.wait);
      next = out + line.wait < next ? out + line.wait : next;
    }
    return next;
  }

  /// A waiting reading.
  const S* waiting(const DelayLine& line, std::int64_t tick) const { return place(line, tick); }

 private:
  S* place(const DelayLine& line, std::int64_t tick) const {
    return memory_ + line.memory + tick % line.depth * line.numbers;
  }

  const FlightPlan& plan_;
  S* memory_;
};

}  // namespace montecopter
