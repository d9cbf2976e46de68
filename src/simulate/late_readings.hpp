#pragma once
/// Readings on their way from the sensors to the estimator: each comes out its latency after it was
/// measured, and is lost if the flight has ended by then.

#include "simulate/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  /// `memory` holds what the estimator remembers.
  LateReadings(const FlightPlan& plan, S* memory) : plan_(plan), memory_(memory) {}

  /// Takes a reading of a sensor that was just measured, in the lanes that have it. False if there
  /// is no way to go.
  bool take(int sensor, std::int64_t tick, const S* y, const Mask& there) {
    for (int i = 0; i < plan_.estimator.late; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      if (line.sensor != sensor) continue;
      S* slot = place(line, tick);
      for (int k = 0; k < line.numbers; ++k) slot[k] = select(there, y[k], S(nothing_to_read));
      return true;
    }
    return false;
  }

  /// Calls receive(sensor, y) for each reading that comes out at step n. One that is measured at
  /// the same step may take its place afterwards.
  template <class Receive>
  void hand_out(std::int64_t n, Receive receive) {
    for (int i = 0; i < plan_.estimator.late; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      const SensorPlan& s = plan_.sensors.sensors[line.sensor];
      if (s.comes_out(n)) receive(line.sensor, place(line, n / s.every));
    }
  }

  /// The step after n at which the next reading comes out.
  std::int64_t next(std::int64_t n) const {
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < plan_.estimator.late; ++i) {
      const std::int64_t out = plan_.sensors.sensors[plan_.estimator.lines[i].sensor].next_out(n);
      next = out < next ? out : next;
    }
    return next;
  }

 private:
  S* place(const DelayLine& line, std::int64_t tick) const {
    return memory_ + line.memory + tick % line.depth * line.numbers;
  }

  const FlightPlan& plan_;
  S* memory_;
};

}  // namespace montecopter
