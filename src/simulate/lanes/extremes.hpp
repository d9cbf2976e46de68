#pragma once
/// Extremes of a pack of samples: distance from the start, speed and tilt, over all steps and over
/// the steps of time windows.

#include <array>

#include "dynamics/tilt.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class Extremes {
 public:
  /// `start` is the initial position, NED [m].
  explicit Extremes(const Vec3<S>& start)
      : start_(start), lowest_z_(start.z), highest_z_(start.z) {}

  /// Extremes before any step.
  static Extremes of_none(const Vec3<S>& start) {
    Extremes none(start);
    none.lowest_z_ = S(-LimitPlan::none), none.highest_z_ = S(LimitPlan::none);
    return none;
  }
  Extremes() = default;

  void update(const Vec3<S>& position, const Vec3<S>& velocity, const Quat<S>& attitude,
              const Vec3<S>& body_rate) {
    const Vec3<S> r_W = position - start_;
    position_error2_ = max(dot(r_W, r_W), position_error2_);
    speed2_ = max(dot(velocity, velocity), speed2_);
    rate2_ = max(dot(body_rate, body_rate), rate2_);
    sine2_half_tilt_ = max(sine2_half_tilt(attitude), sine2_half_tilt_);
    lowest_z_ = max(position.z, lowest_z_);  // z points down
    highest_z_ = min(position.z, highest_z_);
  }

  FlightExtremes of(int lane) const {
    return {position_error2_.lane(lane), speed2_.lane(lane),   rate2_.lane(lane),
            sine2_half_tilt_.lane(lane), lowest_z_.lane(lane), highest_z_.lane(lane)};
  }

 private:
  Vec3<S> start_;  ///< position [m], NED
  S position_error2_ = S(0.0), speed2_ = S(0.0), rate2_ = S(0.0), sine2_half_tilt_ = S(0.0);
  S lowest_z_, highest_z_;
};

/// Extremes over each window. Empty in a flight without windows.
template <class S>
class WindowExtremes {
 public:
  [[gnu::noinline]] WindowExtremes(const WindowPlan& plan, const Vec3<S>& start) : plan_(plan) {
    for (int w = 0; w < plan_.count; ++w) windows_[w] = Extremes<S>::of_none(start);
  }

  /// Adds the state at step n.
  [[gnu::noinline]] void update(std::int64_t n, const Vec3<S>& position, const Vec3<S>& velocity,
                                const Quat<S>& attitude, const Vec3<S>& body_rate) {
    for (int w = 0; w < plan_.count; ++w) {
      if (plan_.steps[w].contains(n)) windows_[w].update(position, velocity, attitude, body_rate);
    }
  }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    for (int w = 0; w < plan_.count; ++w) {
      for (int i = 0; i < count; ++i) lanes[i].windows[w].extremes = windows_[w].of(i);
    }
  }

 private:
  const WindowPlan& plan_;
  std::array<Extremes<S>, max_windows> windows_;
};

}  // namespace montecopter
