#pragma once
/// Grounds that stop a vehicle, as in PX4's SIH, for one pack of samples. Flight calls hold() after
/// each step of the integrator, and stop() when it needs the acceleration at the start of a step.
/// The ground's type decides which vehicles stop (stops_vehicles, grounds/ground.hpp). Sources:
/// sih2019.hpp, sih2022.hpp.

#include "dynamics/grounds/ground.hpp"
#include "dynamics/vehicles/contact.hpp"

namespace montecopter {

template <class Vehicle>
class GroundStop {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

 public:
  GroundStop(const GroundPlan& plan, const ContactConstants<S>& c)
      : plan_(plan), z_(c.ground_z), slope_north_(c.slope_north), slope_east_(c.slope_east) {}

  /// Whether there is such a ground. Vehicle forms with known terms never fly with one.
  bool is_there() const { return !Vehicle::known_terms && plan_.stops_vehicles; }

  /// Height of the ground below or above a position, NED [m].
  S z_at(const Vec3<S>& p_W) const {
    if (!plan_.inclined) return z_;
    return fnma(slope_north_, p_W.x, fnma(slope_east_, p_W.y, z_));
  }

  /// Holds vehicles in the step from `now`, whose x' at the start is `rate`: position and attitude
  /// do not advance to `next`, velocity and body rate become 0.
  [[gnu::noinline]] void hold(const StateType& now, const StateType& rate, StateType& next) const {
    const auto held = is_held(now, rate);
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    next.set_position(select(held, now.position(), next.position()));
    next.set_velocity(select(held, zero, next.velocity()));
    next.set_attitude(select(held, now.attitude(), next.attitude()));
    next.set_body_rate(select(held, zero, next.body_rate()));
  }

  /// Changes x' at `now` to the value that accelerometers of held vehicles measure: the
  /// acceleration of the ground's type (stop_gain_1_s), and zero angular acceleration.
  void stop(const StateType& now, StateType& rate) const {
    const auto held = is_held(now, rate);
    const Vec3<S> a_WB_W = S(plan_.stop_gain_1_s) * now.velocity();
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    rate.set_velocity(select(held, a_WB_W, rate.velocity()));
    rate.set_body_rate(select(held, zero, rate.body_rate()));
  }

 private:
  /// Lanes in which the ground's type holds the vehicle.
  auto is_held(const StateType& now, const StateType& rate) const {
    auto held = S(0.0) < S(0.0);
    with_stopping_ground(plan_.kind, [&]<class G>() { held = G::is_held(now, rate, z_); });
    return held;
  }

  const GroundPlan& plan_;
  S z_;  ///< at the origin, NED [m]
  S slope_north_, slope_east_;
};

}  // namespace montecopter
