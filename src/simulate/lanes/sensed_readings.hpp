#pragma once
/// The readings that a firmware in the loop sees: those that have come out last, of its sensors. A
/// reading is measured `latency` steps before it comes out, and waits in a ring until then.

#include <algorithm>

#include "dynamics/sensors/sensor_kinds.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/lanes/senses.hpp"

namespace montecopter {

template <class S>
class SensedReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  /// `memory`: the packs of the sensors' memory.
  SensedReadings(const FlightPlan& plan, S* memory)
      : plan_(plan), seen_(plan.control.external.senses), memory_(memory) {}

  /// Before any reading has come out: what is true, or nothing.
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

  /// Takes reading `tick` of sensor i, just measured in these lanes. Where there is none its
  /// numbers are NaN, and nowhere else.
  template <int outputs>
  void take(int i, std::int64_t tick, const S* values, const Mask& present) {
    const SensorPlan& s = plan_.sensors.sensors[i];
    if (s.late_depth == 0) {
      renew<outputs>(i, values, present);
      return;
    }
    S* slot = place(s, tick);
    for (int k = 0; k < outputs; ++k) slot[k] = select(present, values[k], S(nothing_to_read));
  }

  /// Shows the readings whose latency has passed at step n. One that is measured at the same step
  /// may take its place afterwards.
  void hand_out(std::int64_t n) {
    if (!seen_.any) return;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      const SensorPlan& s = plan_.sensors.sensors[i];
      if (s.late_depth == 0 || !s.comes_out(n)) continue;
      const S* slot = place(s, n / s.every);
      with_alternative<AnySensor>(s.kind, [&]<class Sensor>() {
        if constexpr (!TimesTurns<Sensor>) renew<outputs_of<Sensor>>(i, slot, slot[0] == slot[0]);
      });
    }
  }

  /// The step after n at which that happens next.
  std::int64_t next(std::int64_t n) const {
    std::int64_t next = plan_.steps + 1;
    if (!seen_.any) return next;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      const SensorPlan& s = plan_.sensors.sensors[i];
      if (s.late_depth > 0) next = std::min(next, s.next_out(n));
    }
    return next;
  }

  /// Sensor i shows a reading in these lanes.
  template <int outputs>
  void renew(int i, const S* values, const Mask& present) {
    const auto renew_one = [&](const S& value, S& kept) {
      kept = select(present & (value == value), value, kept);
    };
    for (int k = 0; k < seen_.range_finders; ++k) {
      if (i == seen_.range_finder[k]) renew_one(values[0], now_.distance[k]);
    }
    if constexpr (outputs >= 3) {
      const auto renew_all = [&](auto& kept, S& is_new) {
        for (std::size_t k = 0; k < kept.size(); ++k) renew_one(values[k], kept[k]);
        is_new = select(present, S(1.0), is_new);
      };
      if (i == seen_.magnetometer) renew_all(now_.field, now_.has_field);
      if (i == seen_.barometer) renew_all(now_.air, now_.has_air);
      if (i == seen_.gnss) renew_all(now_.fix, now_.has_fix);
      if (i != seen_.gyroscope && i != seen_.accelerometer) return;
      Vec3<S>& kept = i == seen_.gyroscope ? now_.body_rate : now_.specific_force;
      renew_one(values[0], kept.x);
      renew_one(values[1], kept.y);
      renew_one(values[2], kept.z);
    }
  }

  /// What is true now stands for a sensor that is not there. What is new is new once.
  Senses<S> take_all(const Vec3<S>& specific_force, const Vec3<S>& body_rate) {
    Senses<S> taken = now_;
    forget_news();
    if (seen_.gyroscope < 0) taken.body_rate = body_rate;
    if (seen_.accelerometer < 0) taken.specific_force = specific_force;
    return taken;
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
