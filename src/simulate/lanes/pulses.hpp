#pragma once
/// The force and torque pulses of one pack of samples. FlightInputs calls sum() once per step and
/// kind; the start of the step decides whether a pulse acts in it.

#include <array>

#include "simulate/lanes/gather.hpp"

namespace montecopter {

template <class S>
class Pulses {
 public:
  [[gnu::noinline]] Pulses(const FlightPlan& plan, const LaneIo* lanes, int count)
      : count_(plan.pulses.count) {
    for (int i = 0; plan.pulses.any() && i < count_; ++i) {
      pulses_[i] = gather_struct<S>(lanes, count, plan.parts->pulses, i);
    }
  }

  /// Sum of the pulses whose bits are set in `which`, at time t [s]. Forces: force per mass [m/s2]
  /// in world axes; torques: torque [N m] in body axes.
  [[gnu::noinline]] Vec3<S> sum(unsigned which, const S& t) const {
    Vec3<S> total = {S(0.0), S(0.0), S(0.0)};
    for (int i = 0; i < count_; ++i) {
      if ((which >> i & 1u) != 0) total = total + push_at(pulses_[i], t);
    }
    return total;
  }

 private:
  int count_;
  std::array<PulseConstants<S>, max_pulses> pulses_;
};

}  // namespace montecopter
