#pragma once
/// The readings that a firmware in the loop sees: the last output of each of its sensors. A reading
/// is measured `latency` steps before it comes out, and waits in a ring until then.

#include <algorithm>

#include "dynamics/sensors/sensor_kinds.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/lanes/senses.hpp"

namespace montecopter {

template <class S>
class SensedReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  /// `memory` points to the packs of the sensors' memory.
  SensedReadings(const FlightPlan& plan, S* memory)
      : plan_(plan), seen_(plan.control.external.senses), memory_(memory) {}

  /// Sets true values, or NaN, before any reading has come out.
  void begin(const Truth<S>& truth) {
    now_.body_rate = truth.body_rate;
    now_.specific_force = truth.specific_force;
    now_.field.fill(S(nothing_to_read));
    now_.air.fill(S(nothing_to_read));
    now_.fix.fill(S(nothing_to_read));
    now_.distance.fill(S(nothing_to_read));
    now_.voltage = now_.current = S(nothing_to_read);
    forget_news();
  }

  /// Takes reading `tick` of sensor i, just measured in these lanes: it is delivered now, or when
  /// its latency has passed. Numbers are NaN only where there is no reading.
  template <int outputs>
  void add_measured(int i, std::int64_t tick, const S* values, const Mask& present) {
    const SensorPlan& s = plan_.sensors.sensors[i];
    if (s.late_depth == 0) {
      deliver<outputs>(i, values, present);
      return;
    }
    S* slot = place(s, tick);
    for (int k = 0; k < outputs; ++k) slot[k] = select(present, values[k], S(nothing_to_read));
  }

  /// Delivers the readings whose latency has passed at step n. A reading measured later in this
  /// step may overwrite their place.
  void deliver_late(std::int64_t n) {
    if (!seen_.any) return;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      const SensorPlan& s = plan_.sensors.sensors[i];
      if (s.late_depth == 0 || !s.comes_out(n)) continue;
      const S* slot = place(s, n / s.every);
      with_alternative<AnySensor>(s.kind, [&]<class Sensor>() {
        if constexpr (!TimesTurns<Sensor>) deliver<outputs_of<Sensor>>(i, slot, slot[0] == slot[0]);
      });
    }
  }

  /// The next step after n at which a late reading is delivered.
  std::int64_t next_late(std::int64_t n) const {
    std::int64_t next = plan_.steps + 1;
    if (!seen_.any) return next;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      const SensorPlan& s = plan_.sensors.sensors[i];
      if (s.late_depth > 0) next = std::min(next, s.next_out(n));
    }
    return next;
  }

  /// Replaces the previous reading of sensor i in these lanes.
  template <int outputs>
  void deliver(int i, const S* values, const Mask& present) {
    const auto replace = [&](const S& value, S& kept) {
      kept = select(present & (value == value), value, kept);
    };
    for (int k = 0; k < seen_.range_finders; ++k) {
      if (i == seen_.range_finder[k]) replace(values[0], now_.distance[k]);
    }
    if constexpr (outputs >= 3) {
      const auto replace_all = [&](auto& kept, S& is_new) {
        for (std::size_t k = 0; k < kept.size(); ++k) replace(values[k], kept[k]);
        is_new = select(present, S(1.0), is_new);
      };
      if (i == seen_.magnetometer) replace_all(now_.field, now_.has_field);
      if (i == seen_.barometer) replace_all(now_.air, now_.has_air);
      if (i == seen_.gnss) replace_all(now_.fix, now_.has_fix);
      if (i != seen_.gyroscope && i != seen_.accelerometer) return;
      Vec3<S>& kept = i == seen_.gyroscope ? now_.body_rate : now_.specific_force;
      replace(values[0], kept.x);
      replace(values[1], kept.y);
      replace(values[2], kept.z);
    }
  }

  /// Readings of the firmware now. True values replace missing sensors. Each reading is marked as
  /// new only once.
  Senses<S> read_sensors(const Vec3<S>& specific_force, const Vec3<S>& body_rate) {
    Senses<S> readings = now_;
    forget_news();
    if (seen_.gyroscope < 0) readings.body_rate = body_rate;
    if (seen_.accelerometer < 0) readings.specific_force = specific_force;
    return readings;
  }

 private:
  S* place(const SensorPlan& s, std::int64_t tick) const {
    return memory_ + s.late + tick % s.late_depth * s.outputs;
  }

  void forget_news() { now_.has_field = now_.has_air = now_.has_fix = S(0.0); }

  const FlightPlan& plan_;
  const ExternalSensors& seen_;
  S* memory_;
  Senses<S> now_;
};

}  // namespace montecopter
