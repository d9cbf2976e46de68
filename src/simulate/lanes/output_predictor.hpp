#pragma once
/// The output predictor carries the estimate from the delayed fusion horizon to the present. It
/// integrates the readings of the IMU since the horizon, anew after each correction of the
/// estimate, and holds the last of them.
///
/// Most of its work is one chain: each attitude waits for the previous one. So the readings are
/// taken in groups. What the biases alone decide (body_motion()) is computed for a group first, one
/// reading beside the other, and only the rest then goes through the chain.

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
    const std::int64_t first = (horizon_ + imu.latency + imu.every) / imu.every;
    if (is_stale_ || next_tick_ < first) m_->ahead = m_->at, next_tick_ = first;
    is_stale_ = false;
    const std::int64_t end = (n + imu.every - 1) / imu.every;
    while (next_tick_ < end) {
      const auto count = static_cast<int>(std::min<std::int64_t>(end - next_tick_, group));
      append(next_tick_, count, imu);
      next_tick_ += count;
    }
    return m_->ahead;
  }

 private:
  static constexpr int group = 8;  ///< most readings at once

  /// Appends `count` readings.
  [[gnu::noinline]] void append(std::int64_t tick, int count, const SensorPlan& imu) {
    const EstimatorMemory<S>& m = *m_;
    std::array<BodyMotion<S>, group> motions;
    for (int i = 0; i < count; ++i) {
      motions[i] = motion_to(tick + i, S(static_cast<double>((tick + i) * imu.every - imu.latency)));
    }
    Estimate<S> x = m.ahead.x;
    Rotation<S> R_WB(x.attitude);
    for (int i = 0; i < count; ++i) navigate(motions[i], m.c.gravity, R_WB, x);
    m_->ahead.x = x;
  }

  /// The motion from the last reading to the one at `now` [steps], which becomes the last.
  BodyMotion<S> motion_to(std::int64_t tick, const S& now) {
    EstimatorMemory<S>& m = *m_;
    Vec3<S> f_B, w_WB_B;
    const S has_force = put(m.c.accelerometer_to_body, waiting_.waiting(line(0), tick), f_B);
    const S has_rate = put(m.c.gyroscope_to_body, waiting_.waiting(line(1), tick), w_WB_B);
    const Mask moved = S(0.0) < has_force * has_rate;
    const ImuReading<S> next = imu_reading(f_B, w_WB_B, moved, m.c, m.ahead);
    const Leg<S> leg = leg_to(now, next, moved, moved, imu_means(plan_), S(plan_.step_s), m.ahead);
    hold(now, next, moved, moved, m.ahead);
    return body_motion(leg.from, leg.to, leg.dt, m.ahead.x);
  }

  const DelayLine& line(int i) const { return plan_.estimator.lines[i]; }
  static S put(const Matrix3<S>& to_body, const S* y, Vec3<S>& kept) {
    return put_reading(to_body, y, S(0.0) == S(0.0), kept);
  }

  const FlightPlan& plan_;
  const LateReadings<S>& waiting_;
  EstimatorMemory<S>* m_;
  std::int64_t horizon_ = -1, next_tick_ = 0;
  bool is_stale_ = true;
};

}  // namespace montecopter
