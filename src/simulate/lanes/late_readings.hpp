#pragma once
/// Delay lines between sensors and estimator, one ring of readings per sensor. A reading is
/// delivered when its latency has passed and the delayed fusion horizon has reached its time
/// (DelayLine::wait). It is lost if the flight has ended by then.
///
/// Steps of delivery are counted up, so that a step needs no division.

#include <algorithm>
#include <array>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  /// The waiting readings of a line, one after another.
  struct Ring {
    const S *begin, *end, *now;
    int numbers;

    void advance() {
      now += numbers;
      if (now == end) now = begin;
    }
  };

  /// `memory` points to the packs of the estimator's memory.
  LateReadings(const FlightPlan& plan, S* memory) : plan_(plan), memory_(memory) {
    if (memory == nullptr) return;
    for (int i = 0; i < plan.estimator.lines_count; ++i) {
      const DelayLine& line = plan.estimator.lines[i];
      if (line.depth == 0) continue;
      const SensorPlan& s = plan.sensors.sensors[line.sensor];
      const std::int64_t out = s.next_out(-1);
      deliveries_[i] = {out + line.wait, ring(line, out / s.every)};
    }
  }

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

  /// Calls receive(sensor, y) for each reading that is due at step n. Must be called at every step
  /// at which a reading is due. A reading measured later in this step may overwrite its place.
  template <class Receive>
  void hand_out(std::int64_t n, Receive receive) {
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      const DelayLine& line = plan_.estimator.lines[i];
      if (line.depth == 0 || deliveries_[i].step != n) continue;
      receive(line.sensor, deliveries_[i].ring.now);
      deliveries_[i].step += plan_.sensors.sensors[line.sensor].every;
      deliveries_[i].ring.advance();
    }
  }

  /// The step at which the next reading is delivered.
  std::int64_t next() const {
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      if (plan_.estimator.lines[i].depth > 0) next = std::min(next, deliveries_[i].step);
    }
    return next;
  }

  /// The waiting readings of a line from a tick on.
  Ring ring(const DelayLine& line, std::int64_t tick) const {
    const S* begin = memory_ + line.memory;
    return {begin, begin + line.depth * line.numbers, place(line, tick), line.numbers};
  }

 private:
  /// The next delivery of a line.
  struct Delivery {
    std::int64_t step;
    Ring ring;
  };

  S* place(const DelayLine& line, std::int64_t tick) const {
    return memory_ + line.memory + tick % line.depth * line.numbers;
  }

  const FlightPlan& plan_;
  S* memory_;
  std::array<Delivery, most_delay_lines> deliveries_{};
};

}  // namespace montecopter
