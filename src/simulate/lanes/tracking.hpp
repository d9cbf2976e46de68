#pragma once
/// How well a pack of samples follows its trajectory, counted at every update of the controller.

#include "dynamics/elementary.hpp"
#include "dynamics/trajectories/path.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class Tracking {
 public:
  using Flying = decltype(S(0.0) < S(0.0));

  Tracking() = default;
  Tracking(const ControlPlan& plan, const PathConstants<S>& path)
      : is_step_(plan.is_step), last_tenth_(plan.updates - (plan.updates + 9) / 10), path_(path) {}

  /// An update at time t_s, at which the reference is d; `unsaturated`: no rotor was at its limit.
  void count(double t_s, const Feedback<S>& feedback, const Reference<S>& d, const Flying& flying,
             const Flying& unsaturated) {
    const S one = select(flying, S(1.0), S(0.0));
    updates_ = updates_ + one;
    saturated_ = saturated_ + select(unsaturated, S(0.0), one);
    const Vec3<S> e_x_W = feedback.position - d.position;
    const Vec3<S> e_v_W = feedback.velocity - d.velocity;
    const S e_h = heading_error(feedback.attitude, d.nose());
    add(flying, dot(e_x_W, e_x_W), position2_, most_position2_);
    add(flying, dot(e_v_W, e_v_W), velocity2_, most_velocity2_);
    add(flying, e_h * e_h, heading2_, most_heading2_);
    if (is_step_) respond(t_s, feedback.position, e_x_W, flying, one);
    ++update_;
  }

  void finish(LaneIo* lanes, int count) const {
    for (int i = 0; i < count; ++i) {
      lanes[i].tracking = {updates_.lane(i),        saturated_.lane(i),    position2_.lane(i),
                           velocity2_.lane(i),      heading2_.lane(i),     most_position2_.lane(i),
                           most_velocity2_.lane(i), most_heading2_.lane(i)};
      if (is_step_) lanes[i].step_response = response(i);
    }
  }

 private:
  static void add(const Flying& flying, const S& square, S& sum, S& most) {
    const S counted = select(flying, square, S(0.0));
    sum = sum + counted;
    most = max(counted, most);
  }

  /// Angle from the reference to where the nose points, both horizontally [rad].
  static S heading_error(const Quat<S>& attitude, const Vec3<S>& nose_W) {
    const Rotation<S> R_WB(attitude);
    return atan2(fnma(nose_W.y, R_WB.xx, nose_W.x * R_WB.yx),
                 fma(nose_W.x, R_WB.xx, nose_W.y * R_WB.yx));
  }

  /// The response to a step: the way along it, and when it stays near its end.
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

  /// Share of the step within which it counts as done.
  static constexpr double settled = 0.02;

  bool is_step_ = false;
  std::int64_t update_ = 0, last_tenth_ = 0;
  PathConstants<S> path_;
  S updates_ = S(0.0), saturated_ = S(0.0);
  S position2_ = S(0.0), velocity2_ = S(0.0), heading2_ = S(0.0);
  S most_position2_ = S(0.0), most_velocity2_ = S(0.0), most_heading2_ = S(0.0);
  S tenth_ = S(not_yet_s), nine_tenths_ = S(not_yet_s), unsettled_ = S(-1.0), last_ = S(0.0);
  S most_progress_ = S(0.0), end_updates_ = S(0.0);
  /// Sum of position errors [m], NED.
  Vec3<S> end_error_ = {S(0.0), S(0.0), S(0.0)};
};

}  // namespace montecopter
