#pragma once
/// The pulses of one pack of samples.

#include <array>
#include <bit>

#include "simulate/kernel_api.hpp"

namespace montecopter {

template <class S>
class Pulses {
 public:
  static constexpr int width = Lanes<S>::width;

  Pulses(const FlightPlan& plan, const LaneIo* lanes, int count) : count_(plan.pulses.count) {
    for (int i = 0; plan.pulses.any() && i < count_; ++i) gather(i, lanes, count);
  }

  /// Of those whose bits are set, at time t.
  [[gnu::noinline]] Vec3<S> sum(unsigned which, const S& t) const {
    Vec3<S> total = {S(0.0), S(0.0), S(0.0)};
    for (int i = 0; i < count_; ++i) {
      if ((which >> i & 1u) != 0) total = total + push_at(pulses_[i], t);
    }
    return total;
  }

 private:
  static constexpr int numbers = sizeof(PulseConstants<double>) / sizeof(double);

  /// Idle lanes repeat lane 0.
  void gather(int pulse, const LaneIo* lanes, int count) {
    std::array<S, numbers> row;
    for (int k = 0; k < numbers; ++k) {
      alignas(64) double values[width];
      for (int i = 0; i < width; ++i) {
        values[i] = lanes[i < count ? i : 0].pulses[pulse * numbers + k];
      }
      row[k] = S::load(values);
    }
    pulses_[pulse] = std::bit_cast<PulseConstants<S>>(row);
  }

  int count_;
  std::array<PulseConstants<S>, max_pulses> pulses_;
};

}  // namespace montecopter
