#pragma once
/// The output predictor carries the estimate from the delayed fusion horizon to the present. It
/// integrates the readings of the IMU since the horizon, anew after each correction of the
/// estimate, and holds the last of them.
///
/// Most of its work is one chain: each attitude waits for the previous one. So the readings are
/// taken in groups, stage by stage: how the body turns from reading to reading, then the attitudes,
/// then velocities and positions. In all but the chain, one reading is computed beside the other.

#include <algorithm>
#include <array>

#include "simulate/lanes/imu_readings.hpp"
#include "simulate/lanes/late_readings.hpp"

namespace montecopter {

template <class S>
class OutputPredictor {
 public:
  using Mask = decltype(S(0.0) < S(0.0));

  OutputPredictor(const FlightPlan& plan, const LateReadings<S>& waiting, EstimatorMemory<S>* m)
      : plan_(plan), waiting_(waiting), m_(m) {}

  /// Follows the horizon to a step; `corrected`: measurements were fused there.
  void follow(std::int64_t step, bool corrected) {
    horizon_ = step;
    is_stale_ = is_stale_ || corrected;
  }

  /// The estimate at the time of the last reading that came out before step n.
  const Navigation<S>& at(std::int64_t n) {
    if (!plan_.estimator.predicts) return m_->at;
    const SensorPlan& imu = plan_.sensors.sensors[plan_.estimator.accelerometer];
    const std::int64_t fused = horizon_ + imu.latency;  // the step at which this reading came out
    if (is_stale_ || next_tick_ * imu.every <= fused) {
      m_->ahead = m_->at;
      next_tick_ = (fused + imu.every) / imu.every;
      forces_ = waiting_.ring(line(0), next_tick_);
      rates_ = waiting_.ring(line(1), next_tick_);
    }
    is_stale_ = false;
    while (next_tick_ * imu.every < n) {
      const std::int64_t left = (n - next_tick_ * imu.every + imu.every - 1) / imu.every;
      append(static_cast<int>(std::min<std::int64_t>(left, group)), imu);
    }
    return m_->ahead;
  }

 private:
  static constexpr int group = 8;  ///< most readings at once

  /// Appends `count` readings. What changes is kept in local variables: g++ copies whole structs in
  /// memory by halves of packs, for which the next operation on a pack waits.
  [[gnu::noinline]] void append(int count, const SensorPlan& imu) {
    const EstimatorMemory<S>& m = *m_;
    const Vec3<S> f_0 = m.ahead.last.specific_force, w_0 = m.ahead.last.body_rate;
    Navigation<S> nav = {m.ahead.x, {f_0, w_0}, m.ahead.time, m.ahead.read};
    const ImuMeans means = imu_means(plan_);
    std::array<BodyMotion<S>, group> motions;
    for (int i = 0; i < count; ++i, ++next_tick_, forces_.advance(), rates_.advance()) {
      const S *f = forces_.now, *w = rates_.now;  // all NaN in lanes that lost it
      const Mask moved = (f[0] == f[0]) & (w[0] == w[0]);
      const S now(static_cast<double>(next_tick_ * imu.every - imu.latency));
      const ImuReading<S> next =
          imu_reading({f[0], f[1], f[2]}, {w[0], w[1], w[2]}, moved, m.c, nav);
      const Leg<S> leg = leg_to(now, next, moved, moved, means, S(plan_.step_s), nav);
      hold(now, next, moved, moved, nav);
      motions[i] = body_motion(leg.from, leg.to, leg.dt, nav.x);
    }
    std::array<Quat<S>, group> turns;
    for (int i = 0; i < count; ++i) turns[i] = quaternion_exp(motions[i].half_turn_B);
    std::array<Quat<S>, group + 1> attitudes;
    attitudes[0] = nav.x.attitude;
    for (int i = 0; i < count; ++i) {
      nav.x.attitude = normalised(product(nav.x.attitude, turns[i]));
      attitudes[i + 1] = nav.x.attitude;
    }
    for (int i = 0; i < count; ++i) {
      move(motions[i], m.c.gravity, Rotation<S>(attitudes[i]), Rotation<S>(attitudes[i + 1]),
           nav.x);
    }
    m_->ahead = nav;
  }

  const DelayLine& line(int i) const { return plan_.estimator.lines[i]; }

  const FlightPlan& plan_;
  const LateReadings<S>& waiting_;
  EstimatorMemory<S>* m_;
  typename LateReadings<S>::Ring forces_{}, rates_{};  ///< readings of the IMU, from the next on
  std::int64_t horizon_ = -1, next_tick_ = 0;
  bool is_stale_ = true;
};

}  // namespace montecopter
