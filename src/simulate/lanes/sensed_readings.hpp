#pragma once
/// The readings that a program in the loop sees: those that have come out last, of its sensors.

#include "dynamics/sensors/truth.hpp"
#include "simulate/lanes/senses.hpp"

namespace montecopter {

template <class S>
class SensedReadings {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  explicit SensedReadings(const ExternalSensors& seen) : seen_(seen) {}

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

  /// A reading of sensor i has come out in these lanes.
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
  Senses<S> take(const Vec3<S>& specific_force, const Vec3<S>& body_rate) {
    Senses<S> taken = now_;
    forget_news();
    if (seen_.gyroscope < 0) taken.body_rate = body_rate;
    if (seen_.accelerometer < 0) taken.specific_force = specific_force;
    return taken;
  }

 private:
  void forget_news() { now_.has_field = now_.has_air = now_.has_fix = S(0.0); }

  const ExternalSensors& seen_;
  Senses<S> now_;
};

}  // namespace montecopter
