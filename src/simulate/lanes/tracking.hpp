#pragma once
/// Tracking quality of a pack of samples, counted at every update of the controller, over the whole
/// flight and over time windows.

#include <array>

#include "core/numerics/elementary.hpp"
#include "dynamics/trajectories/path.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class Tracking {
 public:
  using Flying = decltype(S(0.0) < S(0.0));

  Tracking() = default;
  Tracking(const FlightPlan& plan, const PathConstants<S>& path)
      : windows_(&plan.windows),
        is_step_(plan.control.is_step),
        last_tenth_(plan.control.updates - (plan.control.updates + 9) / 10),
        path_(path) {}

  /// Counts an update at step n and time t_s with reference d. `unsaturated`: no rotor was at its
  /// limit.
  void count(std::int64_t n, double t_s, const Feedback<S>& feedback, const Reference<S>& d,
             const Flying& flying, const Flying& unsaturated) {
    const S one = select(flying, S(1.0), S(0.0));
    const Vec3<S> e_x_W = feedback.position - d.position;
    const Vec3<S> e_v_W = feedback.velocity - d.velocity;
    const S e_h = heading_error(feedback.attitude, d.nose());
    const Update update = {
        one, select(unsaturated, S(0.0), one), select(flying, dot(e_x_W, e_x_W), S(0.0)),
        select(flying, dot(e_v_W, e_v_W), S(0.0)), select(flying, e_h * e_h, S(0.0))};
    whole_.add(update);
    for (int w = 0; w < windows_->count; ++w) {
      if (windows_->steps[w].contains(n)) in_windows_[w].add(update);
    }
    if (is_step_) respond(t_s, feedback.position, e_x_W, flying, one);
    ++update_;
  }

  void finish(LaneIo* lanes, int count) const {
    for (int i = 0; i < count; ++i) {
      lanes[i].tracking = whole_.of(i);
      for (int w = 0; windows_ != nullptr && w < windows_->count; ++w) {
        lanes[i].windows[w].tracking = in_windows_[w].of(i);
      }
      if (is_step_) lanes[i].step_response = response(i);
    }
  }

 private:
  /// Contribution of an update to the sums; 0 for lanes that do not fly.
  struct Update {
    S one, saturated, position2, velocity2, heading2;
  };

  struct Sums {
    S updates = S(0.0), saturated = S(0.0);
    S position2 = S(0.0), velocity2 = S(0.0), heading2 = S(0.0);
    S most_position2 = S(0.0), most_velocity2 = S(0.0), most_heading2 = S(0.0);

    void add(const Update& u) {
      updates = updates + u.one;
      saturated = saturated + u.saturated;
      position2 = position2 + u.position2, most_position2 = max(u.position2, most_position2);
      velocity2 = velocity2 + u.velocity2, most_velocity2 = max(u.velocity2, most_velocity2);
      heading2 = heading2 + u.heading2, most_heading2 = max(u.heading2, most_heading2);
    }
    TrackingSums of(int i) const {
      return {updates.lane(i),        saturated.lane(i),    position2.lane(i),
              velocity2.lane(i),      heading2.lane(i),     most_position2.lane(i),
              most_velocity2.lane(i), most_heading2.lane(i)};
    }
  };

  /// Angle from the reference heading to the nose, both projected onto the horizontal [rad].
  static S heading_error(const Quat<S>& attitude, const Vec3<S>& nose_W) {
    const Rotation<S> R_WB(attitude);
    return atan2_of_small(fnma(nose_W.y, R_WB.xx, nose_W.x * R_WB.yx),
                          fma(nose_W.x, R_WB.xx, nose_W.y * R_WB.yx));
  }

  /// Measures the step response: the displacement along the step, and when it settles.
  void respond(double t_s, const Vec3<S>& position, const Vec3<S>& e_x_W, const Flying& flying,
               const S& one) {
    const S t(t_s);
    const S length2 = dot(path_.step, path_.step);
    const S progress = dot(position - path_.offset, path_.step) / length2;
    const auto responds = flying & (path_.step_time < t);
    const auto once = [&](double fraction, S& time) {
      time = select(responds & (S(fraction) < progress), min(time, t), time);
    };
    once(0.1, tenth_);
    once(0.9, nine_tenths_);
    most_progress_ = select(responds, max(progress, most_progress_), most_progress_);
    unsettled_ =
        select(responds & (S(settled * settled) * length2 < dot(e_x_W, e_x_W)), t, unsettled_);
    last_ = select(flying, t, last_);
    if (update_ < last_tenth_) return;
    end_updates_ = end_updates_ + one;
    end_error_ = fma(one, e_x_W, end_error_);
  }

  StepResponse response(int i) const {
    const Vec3<S>& e_x_W = end_error_;
    const double updates = end_updates_.lane(i);
    return {path_.step_time.lane(i),
            tenth_.lane(i),
            nine_tenths_.lane(i),
            unsettled_.lane(i),
            last_.lane(i),
            most_progress_.lane(i),
            {e_x_W.x.lane(i) / updates, e_x_W.y.lane(i) / updates, e_x_W.z.lane(i) / updates}};
  }

  /// Fraction of the step within which the response is settled.
  static constexpr double settled = 0.02;

  const WindowPlan* windows_ = nullptr;
  bool is_step_ = false;
  std::int64_t update_ = 0, last_tenth_ = 0;
  PathConstants<S> path_;
  Sums whole_;
  std::array<Sums, max_windows> in_windows_;
  S tenth_ = S(not_yet_s), nine_tenths_ = S(not_yet_s), unsettled_ = S(-1.0), last_ = S(0.0);
  S most_progress_ = S(0.0), end_updates_ = S(0.0);
  /// Sum of position errors [m], NED.
  Vec3<S> end_error_ = {S(0.0), S(0.0), S(0.0)};
};

}  // namespace montecopter
